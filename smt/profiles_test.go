package smt

var testConsts = []string{"", "a", "A", "b", "ab", "Ab", "AB", "@", "a@", "@a", "a@b", "A@B", "a@B", "b@a,", ",", "a,", "a@b@a", "a@A", "@@", ",@a", "1", "b@ab", "B", "1a", " "}

var testPats = []string{"*", "a*", "*a", "*a*", "?", "??*", "a?", "?*b", "*@*", "*@a", "a*b", "a*b*a", "*a?", "b?*", "[ab]*", "*[aA]", "*?b?*", "ab*", "*ab*", "???", "*@b*", "?@*", "A*", "*A*b"}

var profiles = []*profile{
	{name: "I", ints: 4, atoms: []string{"num"}, nums: []string{"0", "1", "3", "-2", "5"}, minAtoms: 2, maxAtoms: 9},
	{name: "R", ints: 4, reals: true, atoms: []string{"num"}, nums: []string{"0", "1", "2", "1/2", "3/2", "-7/3"}, minAtoms: 2, maxAtoms: 9},
	{name: "bool", ints: 1, bools: 3, atoms: []string{"num", "bvar", "bvar"}, nums: []string{"0", "10"}, minAtoms: 2, maxAtoms: 8},
	{name: "A", strs: 3, atoms: []string{"eq", "eqc", "eqc", "dom", "lenc", "lenlen", "at", "ok", "case"}, consts: testConsts, nums: []string{"0", "1", "2", "3", "4"}, letters: "aAbB@,1", lens: []int{5, 3, 2}, extra: []string{"ab@ab", "a@b@c"}, minAtoms: 2, maxAtoms: 8},
	{name: "A-nolen", strs: 3, atoms: []string{"eq", "eqc", "eqc", "dom", "at", "ok"}, consts: testConsts, letters: "aAbB@,1", lens: []int{5, 3, 2}, minAtoms: 2, maxAtoms: 8},
	{name: "A-ints", strs: 2, ints: 2, atoms: []string{"eq", "eqc", "dom", "lenint", "lenc", "num"}, consts: testConsts, nums: []string{"0", "1", "3"}, letters: "aA@1", lens: []int{4, 3}, minAtoms: 2, maxAtoms: 8},
	{name: "lower", strs: 3, atoms: []string{"eq", "eqc", "eqc", "lower", "lenc", "lenlen"}, consts: testConsts, nums: []string{"0", "1", "2", "3"}, letters: "aAbB@1", lens: []int{5, 3, 2}, minAtoms: 2, maxAtoms: 8},
	{name: "O", strs: 3, atoms: []string{"lex", "lex", "lexc", "eq", "eqc"}, consts: []string{"", "a", "a\x00", "a\x00\x00", "a\x00\x00b", "b", "ab", "\x00"}, letters: "\x00ab", lens: []int{6, 4, 4}, minAtoms: 2, maxAtoms: 8},
	{name: "LIA", ints: 3, atoms: []string{"sum", "sum", "num"}, nums: []string{"0", "1", "3", "-2", "5", "-7"}, minAtoms: 2, maxAtoms: 6},
	{name: "LRA", ints: 3, reals: true, atoms: []string{"sum", "sum", "num"}, nums: []string{"0", "1/2", "-2", "5/3"}, minAtoms: 2, maxAtoms: 6},
	{name: "A-sum", strs: 2, atoms: []string{"eq", "eqc", "dom", "lensum", "lensum", "lenc", "ok"}, consts: testConsts, nums: []string{"0", "1", "3", "4"}, letters: "aA@1", lens: []int{5, 3}, minAtoms: 2, maxAtoms: 6},
	{name: "F1", strs: 2, atoms: []string{"glob", "glob", "glob", "eq", "eqc"}, consts: []string{"", "a", "ab", "ba", "A", "aab"}, pats: testPats, letters: "aAb@z", lens: []int{6, 4}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-len", strs: 2, ints: 1, atoms: []string{"glob", "glob", "lenc", "lenlen", "lenint", "eq", "eqc"}, consts: []string{"", "a", "ab", "ba", "aab"}, pats: testPats, nums: []string{"0", "1", "2", "4"}, letters: "ab@z", lens: []int{6, 4}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-real", strs: 2, ints: 2, reals: true, atoms: []string{"glob", "lenint", "lenint", "num", "lenlen", "eq"}, pats: []string{"a*", "?*b", "*a*", "??*"}, nums: []string{"0", "1", "3/2", "5/2", "2"}, letters: "abz", lens: []int{5, 3}, minAtoms: 2, maxAtoms: 6},
	{name: "A-real", strs: 2, ints: 2, reals: true, atoms: []string{"eq", "eqc", "lenint", "lenint", "num", "lenlen"}, consts: []string{"", "a", "ab"}, nums: []string{"0", "1", "3/2", "5/2", "2"}, letters: "abz", lens: []int{5, 3}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-lex", strs: 2, atoms: []string{"glob", "lexc", "lexc", "eq", "eqc", "lenc"}, consts: []string{"", "a", "ab", "b", "a\x00", "B"}, pats: []string{"a*", "*b", "?", "*a*", "??*"}, nums: []string{"0", "1", "2"}, letters: "\x00aAbc", lens: []int{6, 4}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-dom", strs: 2, atoms: []string{"glob", "glob", "eqc", "eqc", "dom", "eq", "at", "ok"}, consts: []string{"", "a", "b", "ab", "A", "a@b", "B@a", "@", "a,@b"}, pats: testPats, letters: "aAb@,z", lens: []int{6, 3}, extra: []string{"a@ab", "b@ab", "A@AB", "z@ab"}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-domlen", strs: 2, atoms: []string{"glob", "glob", "eqc", "dom", "eq", "at", "ok", "lenc"}, consts: []string{"", "a", "b", "ab", "a@b"}, pats: []string{"a*", "*a", "*@b", "?*b", "*A*"}, nums: []string{"1", "2", "3"}, letters: "aAb@,z", lens: []int{6, 3}, extra: []string{"a@ab", "b@ab", "A@AB", "z@ab"}, minAtoms: 2, maxAtoms: 5},
	{name: "F1-domlex", strs: 2, atoms: []string{"lexc", "lexc", "eqc", "dom", "glob", "ok"}, consts: []string{"", "a", "b", "a@", "A", "a@b", "@"}, pats: []string{"a*", "*a", "*@b"}, letters: "aAb@,z?", lens: []int{5, 3}, extra: []string{"a@ab", "b@ab", "A@AB"}, minAtoms: 2, maxAtoms: 5},
	{name: "F1-lower", strs: 2, atoms: []string{"glob", "glob", "eqc", "lower", "eq", "at"}, consts: []string{"", "a", "b", "ab", "A", "Ab"}, pats: testPats, letters: "aAbB@z", lens: []int{6, 3}, minAtoms: 2, maxAtoms: 6},
}
