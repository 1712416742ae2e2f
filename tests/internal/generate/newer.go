package generate

// What releases after 6.0.3 brought. A release that lacks it has an error to
// tell.

// newerVariables are further variables that the tools look at.
var newerVariables = []struct {
	name   string
	n      int // once in so many lines
	values []string
}{
	{"PCP_SQUASH_NEWLINES", 30, []string{"", "1", "0"}},
	{"PCP_DERIVED_CONTROL", 60, []string{"option_novalue=1", "option_novalue=0", "novalue=1", "", "x", "option_novalue=x",
		"global_limit=3", "OPTION_NOVALUE=1,bogus=2", "context_limit=1", "global_limit=-7", "option_novalue=1,", "=1"}},
	{"PCP_INDOM_CONFIG", 90, []string{"", "/nosuch", "/dev/null"}},
	{"PCP_DEBUG", 90, []string{"1", "qed", "misc", "getopt", "0"}},
}

func (g *generator) newerEnvironment() {
	for _, v := range newerVariables {
		if g.odds(v.n) {
			g.add(v.name + "=" + quote(pick(g, v.values)))
		}
	}
}

// newerPminfo adds options of pminfo for archives.
func (g *generator) newerPminfo() {
	if g.odds(8) {
		g.add(pick(g, []string{"-1", "--desc-oneline", "--desc-o", "-1d", "-1I"}))
	}
	if g.odds(20) {
		g.add(pick(g, []string{"-e", "--metadata-errors", "--me", "-v", "-ev"}))
	}
	if !g.odds(10) {
		return
	}
	for i := range 1 + g.IntN(3) {
		name := "my.reg" + string(rune('a'+i))
		if g.odds(12) {
			name = pick(g, []string{"my.rega", g.metric().Name, "1x", "", "my.rega.b", "my"})
		}
		g.add(pick(g, []string{"-r", "--register", "--reg"}), quote(g.registration(name, g.metric().Name, g.metric().Name)))
		g.subject.Metrics = append(g.subject.Metrics[:len(g.subject.Metrics):len(g.subject.Metrics)], Metric{Name: name})
	}
	g.add("my")
}

// registration is an argument of -r: a name, and an expression over two others.
func (g *generator) registration(name, one, other string) string {
	expression := pick(g, []string{
		one, one + " + 1", one + " + " + other, "rate(" + one + ")", "delta(" + one + ")", "sum(" + one + ")", "1", "mkconst(7, meta=" + one + ")",
		one + " > 5 ? " + one + " : " + other, "defined(" + one + ") ? " + one + " : novalue()", "defined(no.such) ? no.such : " + other,
		"count(" + one + ") * 2", "rate(" + one + " * 2)", "instant(" + one + ") / 3", "matchinst(/[a-m]/, " + one + ")", one + "[0]",
		"no.such", one + " +", "novalue()", "rescale(" + one + ", \"Mbyte\")", "avg(" + one, "my.rega + 1",
		"mkconst(1, type=float, semantics=instant, units=\"voltage (mV)\")", "!" + one, "(" + one + ") ? 1 : 2", "scalar(" + one + ")",
	})
	switch g.IntN(20) {
	case 0:
		return name + pick(g, []string{"", "=", " = ", " x=1"})
	case 1, 2, 3:
		return name + " = " + expression
	case 4:
		return name + "= " + expression + " "
	}
	return name + "=" + expression
}

// newerLivePminfo adds options of pminfo for live sources, and what they name.
func (g *generator) newerLivePminfo(options []option) ([]option, []string) {
	if g.odds(8) {
		options = append(options, option{short: "1", long: "desc-oneline"})
	}
	if g.odds(15) {
		options = append(options, option{short: "e", long: "metadata-errors"})
	}
	if !g.odds(10) {
		return options, nil
	}
	var names []string
	for range 1 + g.IntN(2) {
		name := pick(g, []string{"my.new", "my.newer", "my.sum", "sample.bin", "x"})
		text := g.registration(name, pick(g, singular), pick(g, plural))
		options = append(options, option{short: "r", long: "register", arg: func() string { return text }})
		names = append(names, name)
	}
	return options, names
}
