package smt

import "sort"

// BadInAddress reports whether a code point may not occur in an address: a
// comma or semicolon, white space, a control character, a lone surrogate or
// anything invisible. It holds for no ASCII letter or digit and not for '@'.
// It is the default of Options.Bad. The condition language has its own copy of
// the table, and a test there compares the two.
func BadInAddress(r rune) bool {
	if r < 0x7F {
		return r <= ' ' || r == ',' || r == ';'
	}
	i := sort.Search(len(badRanges), func(i int) bool { return r <= badRanges[i][1] })
	return i < len(badRanges) && r >= badRanges[i][0]
}

// badRanges holds Unicode's Cc, Cf, Cs, Zs, Zl, Zp, Default_Ignorable_Code_Point
// and the blank braille pattern above ASCII. The table is spelled out so that
// answers do not change with the toolchain.
var badRanges = [...][2]rune{
	{0x7F, 0xA0},       // delete, C1 controls, no-break space
	{0xAD, 0xAD},       // soft hyphen
	{0x34F, 0x34F},     // combining grapheme joiner
	{0x600, 0x605},     // Arabic number signs
	{0x61C, 0x61C},     // Arabic letter mark
	{0x6DD, 0x6DD},     // Arabic end of ayah
	{0x70F, 0x70F},     // Syriac abbreviation mark
	{0x890, 0x891},     // Arabic currency marks
	{0x8E2, 0x8E2},     // Arabic disputed end of ayah
	{0x115F, 0x1160},   // Hangul fillers
	{0x1680, 0x1680},   // Ogham space
	{0x17B4, 0x17B5},   // Khmer inherent vowels
	{0x180B, 0x180F},   // Mongolian selectors and vowel separator
	{0x2000, 0x200F},   // spaces, zero width, directional marks
	{0x2028, 0x202F},   // separators, embeddings, narrow no-break space
	{0x205F, 0x206F},   // mathematical space, joiners, isolates
	{0x2800, 0x2800},   // blank braille pattern
	{0x3000, 0x3000},   // ideographic space
	{0x3164, 0x3164},   // Hangul filler
	{0xD800, 0xDFFF},   // lone surrogates
	{0xFE00, 0xFE0F},   // variation selectors
	{0xFEFF, 0xFEFF},   // zero width no-break space
	{0xFFA0, 0xFFA0},   // halfwidth Hangul filler
	{0xFFF0, 0xFFFB},   // reserved, interlinear annotation
	{0x110BD, 0x110BD}, // Kaithi number sign
	{0x110CD, 0x110CD}, // Kaithi number sign above
	{0x13430, 0x1343F}, // Egyptian format controls
	{0x1BCA0, 0x1BCA3}, // shorthand format controls
	{0x1D173, 0x1D17A}, // musical format controls
	{0xE0000, 0xE0FFF}, // tags, variation selectors supplement, reserved
}
