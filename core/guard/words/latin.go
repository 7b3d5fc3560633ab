package words

import "strings"

// looks are letters of other scripts in pairs with the Latin letters that they
// are mistaken for.
const looks = "аa еe оo рp сc уy хx іi ѕs јj кk мm нh тt вb гr ԁd ԛq ԝw һh ӏl " +
	"АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЅS ЈJ " +
	"αa οo ιi νv ρp τt υu κk εe ηn γy χx " +
	"ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX " +
	"ɡg ɑa ɩi ɪi ɴn ʀr ʏy ɢg ʟl ıi ɛe ɔo ʋv ոn օo սu ցg հh"

var latinOf = func() map[rune]rune {
	m := map[rune]rune{}
	for _, pair := range strings.Fields(looks) {
		rs := []rune(pair)
		m[rs[0]] = rs[1]
	}
	return m
}()

// latin is the Latin letter that r looks like, or r.
func latin(r rune) rune {
	if l, ok := latinOf[r]; ok {
		return l
	}
	return r
}
