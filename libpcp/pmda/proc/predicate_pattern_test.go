package proc

import "testing"

// TestPattern has patterns match what re_exec(3) of the GNU C library says they match.
func TestPattern(t *testing.T) {
	for _, test := range []struct {
		pattern   string
		does, not []string
	}{
		{`^ba`, []string{`bash`}, []string{`abba`}},
		{`ba\(s\|x\)h`, []string{`bash`, `baxh`}, []string{`bah`}},
		{`ba(s|x)h`, []string{`ba(s|x)h`}, []string{`bash`}},
		{`bas+h`, []string{`basssh`}, []string{`bas+h`}},
		{`bas\+h`, []string{`bas+h`}, []string{`bassh`}},
		{`bas?h`, []string{`bah`}, []string{`bassh`}},
		{`a\{2\}`, []string{`a{2}`}, []string{`aa`}},
		{`b[[:alpha:]]sh`, []string{`b:]sh`}, []string{`bash`}},
		{`\bbash\b`, []string{`a bash`}, []string{`abash`}},
		{`\<bash\>`, []string{`a bash b`}, []string{`abash`}},
		{`sh$`, []string{`bash`}, []string{`shb`}},
		{`a$b`, []string{`a$b`}, []string{`ab`}},
		{`a$\|b`, []string{`xa`, `b`}, []string{`ax`}},
		{`\(a$\)`, []string{`ba`}, []string{`ab`}},
		{`*sh`, []string{`*sh`}, []string{`sh`}},
		{`\(*sh\)`, []string{`*sh`}, []string{`sh`}},
		{`x\|+y`, []string{`+y`, `x`}, []string{`y`}},
		{`b^`, []string{`b^`}, []string{`b`}},
		{`^^b`, []string{`^b`}, []string{`b`}},
		{`^*b`, []string{`*b`}, []string{`b`, `x*b`}},
		{`^^*b`, []string{`^^b`, `b`}, nil},
		{`\(^a\)`, []string{`a`}, []string{`ba`}},
		{`x\|^a`, []string{`a`}, []string{`ba`}},
		{`ba**sh`, []string{`bsh`, `baash`}, nil},
		{`ba+?sh`, []string{`bsh`, `baash`}, nil},
		{`ba++sh`, []string{`baash`}, []string{`bsh`}},
		{`[^a]ash`, []string{`bash`}, []string{`aash`}},
		{`[]b]ash`, []string{`]ash`, `bash`}, []string{`cash`}},
		{`[^]b]ash`, []string{`cash`}, []string{`]ash`}},
		{`b]`, []string{`b]`}, []string{`b`}},
		{`[z-a]`, nil, []string{`z`, `-`}},
		{`[^z-a]`, []string{`z`}, nil},
		{`[a\]`, []string{`\`, `a`}, []string{`b`}},
		{`[\w]`, []string{`w`, `\`}, []string{`x`}},
		{`[a-c-]`, []string{`b`, `-`}, []string{`d`}},
		{`[x^]`, []string{`^`, `x`}, []string{`y`}},
		{"\\`ba\\'", []string{`ba`}, []string{`bab`}},
		{`\w\W\s\S`, []string{`a- b`}, []string{`ab c`}},
		{`a\Bb`, []string{`ab`}, []string{`a b`}},
		{`b\ash`, []string{`bash`}, nil},
		{`b\.sh`, []string{`b.sh`}, []string{`bxsh`}},
		{`a.c`, []string{`abc`}, []string{`ac`}},
	} {
		re, err := compilePattern(test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		for _, text := range test.does {
			if !re.MatchString(text) {
				t.Errorf("%s does not match %s", test.pattern, text)
			}
		}
		for _, text := range test.not {
			if re.MatchString(text) {
				t.Errorf("%s matches %s", test.pattern, text)
			}
		}
	}
	for pattern, want := range map[string]error{
		`\`: errBackslash, `[a`: errBracket, `[`: errPattern, `[^`: errPattern, `\(a`: errParenthesis, `a\)`: errClosing,
	} {
		if _, err := compilePattern(pattern); err != want {
			t.Errorf("%s: %v, want %v", pattern, err, want)
		}
	}
}
