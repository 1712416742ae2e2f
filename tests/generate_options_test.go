package tests

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"pcptools/internal/tree"
)

// Tools are the options of each tool.
type Tools map[string][]option

// An option is one that the usage text of a tool lists.
type option struct {
	short string // without its dash; "" if there is none
	long  string
	arg   bool // takes an argument
}

var usageLine = regexp.MustCompile(`(?m)^  (?:-(.)(?: \S+)?, )?--([a-zA-Z-]+)(=?)`)

// usageOptions reads the usage texts of a tree's tools.
func usageOptions(t *tree.Tree) (Tools, error) {
	tools := make(Tools)
	for _, tool := range []string{"pminfo", "pmprobe", "pmstore", "pmval"} {
		cmd := t.Command(context.Background(), t.Genuine(tool), "--help")
		usage, _ := cmd.CombinedOutput() // its status is 1
		debug := false
		for _, m := range usageLine.FindAllStringSubmatch(string(usage), -1) {
			tools[tool] = append(tools[tool], option{short: m[1], long: m[2], arg: m[3] != ""})
			debug = debug || m[2] == "debug"
		}
		if tools[tool] == nil {
			return nil, fmt.Errorf("%s --help lists no options: %q", tool, usage)
		}
		if !debug { // 6.0.3 has it, but does not list it
			tools[tool] = append(tools[tool], option{short: "D", long: "debug", arg: true})
		}
	}
	return tools, nil
}

// has reports whether a tool has an option.
func (t Tools) has(tool, long string) bool {
	for _, o := range t[tool] {
		if o.long == long {
			return true
		}
	}
	return false
}

// A use is how often lines have an option, and with which arguments.
type use struct {
	n      int // once in n lines; 0 is never
	values []string
	value  func(*generator) string // in place of values
}

// rare is the n of options that only odd lines have.
const rare = 25

// use returns that of an option of the line's tool.
func (g *generator) use(o option) use {
	tables := []map[string]use{uses}
	if g.live {
		tables = []map[string]use{liveUses, uses}
	}
	for _, key := range []string{g.tool + " " + o.long, o.long} {
		for _, table := range tables {
			if u, ok := table[key]; ok {
				return u
			}
		}
	}
	return use{n: 5}
}

// argument is one for an option.
func (g *generator) argument(u use) string {
	switch {
	case u.value != nil:
		return u.value(g)
	case u.values == nil: // of an option that is not in the tables
		return "1"
	}
	return pick(g, u.values)
}

// options spells some of the options of the line's tool, each as a group of
// words that must stay together.
func (g *generator) options() [][]string {
	var groups [][]string
	for _, o := range g.tools[g.tool] {
		u := g.use(o)
		if u.n == 0 || u.n >= rare && !g.odd || !g.odds(u.n) {
			continue
		}
		if o.long == "instances" && !g.live && len(g.of.Instances) == 0 {
			continue
		}
		words := g.spell(o, u)
		if o.long == "local-PMDA" && g.live {
			// Otherwise its agents are those of the machine.
			words = append(words, "-K", "clear", "-K", "add,30,$PMDAS/sample/pmda_sample.so,sample_init", "-n", "$PMNS")
		}
		groups = append(groups, words)
		if g.odd && g.odds(rare) {
			groups = append(groups, g.spell(o, u))
		}
	}
	if g.odd && g.odds(30) {
		groups = append(groups, []string{pick(g, wrongOptions)})
	}
	return groups
}

var wrongOptions = []string{"-Q", "--bogus", "--=x", "---", "-é", "--bogus=1", "-q1", "--é", "-=", "'-\"'", "--host-", "-:", "-W"}

// uses are those of options of all tools or of one, with archives. Options
// that are not here take no argument.
var uses = map[string]use{
	"archive":    {},
	"nointerp":   {},
	"local-PMDA": {}, // its agents are not those of the archive
	"guimode":    {}, // waits for a user
	"delay":      {}, // waits between samples

	"help":    {n: 150},
	"version": {n: 150},
	"debug": {n: 60, values: []string{"lock", "all", "-1", "ALL,fetch", "qa", "interp", "value", "pmns", "profile", "optfetch", "af", "libpmda", "http",
		"dev0", "appl9", "tls", "services", "DEV0,dev1", "nosuch", "", "1x", "dev0,", ",dev0", "dev0,nosuch"}},
	"namespace":  {n: 80, values: []string{"/nosuch", "/dev/null", "/var/lib/pcp/pmns/root", ".", ""}},
	"uniqnames":  {n: 40, values: []string{"/nosuch", "/dev/null", "/var/lib/pcp/pmns/root", "."}},
	"spec-local": {n: 150, values: []string{"clear", "del,60", "bogus", "", "add", "add,1,x,y", "add,2,/nosuch.so,x"}},
	"host": {n: 150, values: []string{"localhost", "nosuch.invalid", "", "local:", "unix:", "pcp://x", "host:port", "h:1:2", "h@p",
		"localhost:1", "/tmp", "127.0.0.1:99999", "local:/nosuch"}},
	"container": {n: 200, values: []string{"x", "", "a/b"}},
	"derived":   {n: 25, values: []string{"/nosuch", "/var/lib/pcp/config/derived/iostat.conf", "/dev/null", "/etc/passwd", ""}},
	"register":  {n: 12, value: (*generator).registered},

	"hostzone": {n: 8},
	"timezone": {n: 8, values: zones},
	"origin":   {n: 4, value: (*generator).when},
	"start":    {n: 5, value: (*generator).when},
	"finish":   {n: 5, value: (*generator).when},
	"align":    {n: 8, value: (*generator).align},
	"interval": {n: 2, value: (*generator).interval},
	"samples":  {n: 1, value: func(g *generator) string { return g.decimal(1, 15) }},

	"batch": {n: 15, values: []string{"1", "2", "3", "0", "-1", "x", "", "1000", "1e3", "128"}},
	// Below 1 PCP's pmprobe never ends, or crashes. In a world, with 1 and -F it
	// prints freed memory for names behind an unknown one.
	"pmprobe batch":   {n: 15, values: []string{"2", "3", "5", "x", "1000", "1x", "0x2"}},
	"fetch":           {n: 3},
	"verify":          {n: 15},
	"metadata-errors": {n: 15},
	"desc-oneline":    {n: 8},
	"timestamp":       {n: 8},
	"pmval verbose":   {n: 20},
	"precision":       {n: 8, values: []string{"0", "1", "2", "3", "4", "5", "6", "9", "15", "x", "-1", ""}},
	"width":           {n: 8, values: []string{"1", "2", "5", "8", "10", "15", "20", "30", "40", "0", "x", "-1", ""}},
	"instances":       {n: 3, value: func(g *generator) string { return g.instances(g.of) }},
	"filter":          {n: 80, values: []string{"1", "x", ""}},
	"guiport":         {n: 200, values: []string{"x"}},
}

// liveUses are those that differ in a world of package world. The number of
// samples always bounds a pmval, since how many fit into a window depends on how
// busy the machine is.
var liveUses = map[string]use{
	"host":       {n: 5, value: (*generator).host},
	"local-PMDA": {n: 12},
	"spec-local": {n: 40, values: []string{"clear", "add", "bogus", "del,299", "add,30,/x.so,y", "add,x,y,z", ""}},
	"namespace":  {n: 12, values: []string{"names", "names", "$PMNS", "badnames", "nosuch", "empty", "", "."}},
	"uniqnames":  {n: 15, values: []string{"names", "nosuch", "$PMNS", "badnames"}},
	"debug":      {n: 60, values: []string{"nosuch", "dev0", "", "dev0,dev1", "dev0,,nosuch"}},
	"archive":    {n: 40, values: []string{"nosuch", "", ".", "names", "$ARCHIVES/20041125.0", "$ARCHIVES/20041125.0,nosuch"}},
	"nointerp":   {n: 40, values: []string{"nosuch", "names", ""}},
	"container":  {n: 40, values: []string{"nosuch", "", "a b"}},
	"derived":    {n: 12, values: []string{"derived", "derived", "badderived", "nosuch", "empty", "", ".", "derived:empty"}},
	"origin":     {n: 12, values: []string{"0", "1sec", "-0", "@10:00", "bogus", "", "now", "+1", "-5", "1 bogus"}},
	"start":      {n: 60, values: []string{"0.01", "bogus", "@nonsense", ""}},
	"finish":     {n: 60, values: []string{"bogus", "@nonsense", "100sec"}},
	"align":      {n: 60, values: []string{"0.01", "bogus", ""}},
	"interval": {n: 1, values: []string{"0.01", "0.02", "10msec", "20 msec", "0.00001min", "1e-2", "0.01 s", "0.01", "0.02", "10msec", "0.01sec 10msec",
		"bogus", "-1"}},
	"samples":   {n: 1, values: []string{"1", "2", "3", "1", "2", "x", "-1", "1x", "", "2.5"}},
	"delay":     {n: 40},
	"batch":     {n: 6, value: func(g *generator) string { return g.number(6) }},
	"fetch":     {n: 2},
	"precision": {n: 4, value: func(g *generator) string { return g.number(9) }},
	// Columns of the largest width are a gigabyte each.
	"width":     {n: 4, value: func(g *generator) string { return strings.TrimPrefix(g.number(30), "999999999") }},
	"instances": {n: 4, value: (*generator).instanceList},
	"insts":     {n: 4, value: (*generator).instanceList},
	"filter":    {n: 12, value: (*generator).value},
	"guiport":   {n: 80, values: []string{"x", "-1", ""}},
}
