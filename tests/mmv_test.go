//go:build unix

package tests

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/libpcp"
	"pcptools/libpcp/mmv"
	"pcptools/tests/internal/conform"
)

// TestMMV compares the tools on local contexts with the agent for memory mapped
// values: no files, files of libpcp (C), of our own, captures of other
// writers, and damaged ones.
func TestMMV(t *testing.T) {
	need.PCP(t)
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "pmns"), "root {\n\tmmv\t70:*:*\n\tpmproxy\t4:*:*\n}\n")
	writer := compileWriter(t, dir)
	dirs := map[string]func(t *testing.T, dir string){
		"empty":   func(*testing.T, string) {},
		"missing": func(t *testing.T, dir string) { os.Remove(dir) },
		"genuine": func(t *testing.T, dir string) { runWriter(t, writer, dir) },
		"ours":    writeOurs,
		"suite":   unpackSuite,
		"bad":     writeBad,
	}
	var files []*conform.File
	for name, fill := range dirs {
		file := &conform.File{Name: name, Damaged: name == "bad"}
		fill(t, mmvDir(t, dir, name))
		for line := range strings.Lines(mmvLines) {
			addMMVLine(file, name, strings.TrimSpace(line))
		}
		files = append(files, file)
	}
	files = append(files, damaged(t, dir), sharedDomain(t, dir))
	compare(t, conform.Options{Dir: dir}, files...)
}

// mmvDir makes the directory of files for which $PCP_TMP_DIR is a directory.
func mmvDir(t *testing.T, dir, name string) string {
	t.Helper()
	files := filepath.Join(dir, name, "mmv")
	if err := os.MkdirAll(files, 0o755); err != nil {
		t.Fatal(err)
	}
	return files
}

// addMMVLine adds a command line on a local context of the agent alone.
func addMMVLine(file *conform.File, name, line string) {
	tool, args, _ := strings.Cut(line, " ")
	dso := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "mmv", "pmda_mmv.so")
	addLine(file, "PCP_TMP_DIR="+name+" PCP_DERIVED_CONFIG=", fmt.Sprintf(
		"%s -n pmns -L -K clear -K add,70,%s,mmv_init -K add,4,%s,pmproxy_init %s", tool, dso, dso, args))
}

const mmvLines = `pminfo
	pminfo -dfmtTlI mmv
	pminfo -dfmtTlI pmproxy
	pminfo -f mmv
	pminfo -F mmv.one
	pminfo -s mmv.one
	pminfo -f -b 1 mmv.one
	pminfo mmv.one.number
	pminfo mmv.on
	pminfo -dm mmv.one.nosuch
	pminfo -f 70.321.1
	pminfo -m 70.321.4
	pminfo -I 70.657415
	pminfo -tT -I 70.657415
	pmprobe -v mmv
	pmprobe -I mmv
	pmprobe -i mmv
	pmprobe -v mmv.nosuch
	pmval -s 1 mmv.one.number.u64
	pmval -s 1 mmv.one.text.many
	pmval -s 1 -i apples mmv.one.text.many
	pmval -s 1 mmv.nosuch
	pmstore mmv.control.reload 1
	pmstore mmv.control.debug 5
	pmstore mmv.control.debug x
	pmstore mmv.control.files 1
	pmstore mmv.one.number.i32 5
	pmstore mmv.one.none 1`

// compileWriter compiles the program that writes files with PCP's
// library.
func compileWriter(t *testing.T, dir string) string {
	need.File(t, filepath.Join(pcpconf.Get("PCP_INC_DIR"), "mmv_stats.h"))
	program := filepath.Join(dir, "writer")
	out, err := exec.Command("gcc", "-o", program, "testdata/mmv/writer.c", "-lpcp_mmv", "-lpcp").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

func runWriter(t *testing.T, program, files string) {
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "PCP_TMP_DIR="+filepath.Dir(files))
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v\n%s", err, out)
	}
}

// sharedDomain are lines on a metric whose instance domain two files have, with
// instances of their own each.
func sharedDomain(t *testing.T, dir string) *conform.File {
	file := &conform.File{Name: "shared"}
	unpack(t, mmvDir(t, dir, "shared"), "large-parfait", "pytest")
	for _, line := range []string{
		"pminfo -f mmv.spacex.jvm.compilation",
		"pmval -s 1 -i qa108 mmv.spacex.jvm.compilation",
		"pmval -s 1 -i zero mmv.spacex.jvm.compilation",
	} {
		addMMVLine(file, "shared", line)
	}
	return file
}

// unpackSuite unpacks captures that PCP's test suite has. The largest is left
// out: it has a metric below another, at which PCP's tools give up.
func unpackSuite(t *testing.T, files string) { unpack(t, files, "KeyboardReader", "pytest") }

func unpack(t *testing.T, files string, names ...string) {
	t.Helper()
	suite := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "testsuite", "mmv")
	for _, name := range names {
		text, err := exec.Command("xz", "-dc", filepath.Join(suite, name+".xz")).Output()
		if err != nil {
			need.Skip(t, "needs PCP's test suite: "+err.Error())
		}
		writeFile(t, filepath.Join(files, name), string(text))
	}
}

// shop is a file of everything our writer can write.
func shop(name string, cluster uint32) *mmv.File {
	long := strings.Repeat("long.", 20)
	fruit := &mmv.InDom{
		Serial: 7, OneLine: "fruit", Labels: `{"kind":"fruit"}`,
		Instances: []mmv.Instance{{ID: 3, Name: "apples"}, {ID: 1, Name: long, Labels: `{"ripe":true}`}},
	}
	tills := &mmv.InDom{Serial: 2047, Instances: []mmv.Instance{{ID: 0, Name: "till"}}}
	return &mmv.File{
		Name: name, Cluster: cluster, Labels: `{"shop":"corner","open":[9,18]}`,
		InDoms: []*mmv.InDom{fruit, tills},
		Metrics: []mmv.Metric{
			{Name: "i32", Item: 1023, Type: mmv.Type32, Sem: libpcp.SemInstant, OneLine: "one line", Help: "and more"},
			{Name: "u32", Item: 1, Type: mmv.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count},
			{Name: "i64", Item: 2, Type: mmv.Type64, Sem: libpcp.SemDiscrete, InDom: fruit, Labels: `{"item":2}`},
			{Name: "u64", Item: 3, Type: mmv.TypeU64, Sem: libpcp.SemCounter, InDom: tills, Help: "only more"},
			{Name: long + "float", Item: 4, Type: mmv.TypeFloat, Sem: libpcp.SemInstant},
			{Name: "double", Item: 5, Type: mmv.TypeDouble, Sem: libpcp.SemInstant, InDom: fruit},
			{Name: "string", Item: 6, Type: mmv.TypeString, Sem: libpcp.SemDiscrete, InDom: fruit},
			{Name: "time", Item: 7, Type: mmv.Elapsed},
		},
	}
}

// writeOurs writes files with our writer: one of each version.
func writeOurs(t *testing.T, files string) {
	create := func(f *mmv.File) *mmv.Writer {
		w, err := mmv.Create(f)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	three := create(shop(filepath.Join(files, "three"), 33))
	apples, err1 := mmv.Find[int64](three, "i64", "apples")
	weight, err2 := mmv.Find[float64](three, "double", "apples")
	name, err3 := three.Text("string", "apples")
	if err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	apples.Set(-5)
	weight.Add(0.25)
	name.Set("Granny Smith")

	two := shop(filepath.Join(files, "two"), 22)
	two.Labels, two.Metrics[2].Labels, two.InDoms[0].Labels, two.InDoms[0].Instances[1].Labels = "", "", "", ""
	create(two)
	two.Name, two.Flags = filepath.Join(files, "bare"), mmv.NoPrefix|mmv.Sentinel|mmv.Process
	create(two)
	one := &mmv.File{Name: filepath.Join(files, "one"), Metrics: []mmv.Metric{
		{Name: "number.i32", Item: 1, Type: mmv.Type32, Sem: libpcp.SemInstant},
	}}
	create(one)
}

// TestMMVRegistry has PCP's agent read a file that libpcp_mmv (C) makes
// of one call for each metric, instance and label, and the same made here.
func TestMMVRegistry(t *testing.T) {
	need.PCP(t)
	dir := t.TempDir()
	genuine, ours := mmvDir(t, dir, "genuine"), mmvDir(t, dir, "ours")
	runWriter(t, compileWriter(t, dir), genuine)
	os.Remove(filepath.Join(genuine, "not-a-name"))
	f := &mmv.File{Name: filepath.Join(ours, "three"), Cluster: 77}
	sides := &mmv.InDom{Serial: 3, OneLine: "one line", Help: "and more"}
	for _, err := range []error{
		f.AddInDom(sides),
		f.AddInstance(sides, mmv.Instance{ID: 0, Name: "north"}),
		f.AddInstance(sides, mmv.Instance{ID: 1, Name: "south"}),
		f.AddMetric(mmv.Metric{Name: "a", Item: 1, Type: mmv.TypeU32, Sem: libpcp.SemInstant, InDom: sides, OneLine: "one", Help: "more"}),
		f.AddMetric(mmv.Metric{Name: "b", Item: 2, Type: mmv.TypeDouble, Sem: libpcp.SemInstant}),
		f.AddLabel("list", []any{1, "two"}), f.AddNote("note", true),
		sides.AddLabel("side", "both"),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	if err := errors.Join(f.Metrics[0].AddLabel("number", -2.5), f.Metrics[1].AddNote("map", map[string]int{"k": 1})); err != nil {
		t.Error(err)
	}
	w, err := mmv.Create(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Set("a", "south", 42), w.Set("b", "", 0.5)); err != nil {
		t.Error(err)
	}
	writeFile(t, filepath.Join(dir, "pmns"), "root {\n\tmmv\t70:*:*\n}\n")
	show := func(files string) string {
		dso := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "mmv", "pmda_mmv.so")
		cmd := exec.Command(need.Tool(t, "pminfo"), "-n", filepath.Join(dir, "pmns"), "-L", "-K", "clear", "-K", "add,70,"+dso+",mmv_init",
			"-dfmlIs", "mmv.three.a", "mmv.three.b")
		cmd.Env = append(os.Environ(), "PCP_TMP_DIR="+filepath.Dir(files))
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "value 42") {
			t.Errorf("%v\n%s", err, out)
		}
		return string(out)
	}
	if d := cmp.Diff(show(genuine), show(ours)); d != "" {
		t.Errorf("-C +Go:\n%s", d)
	}
}

// TestMMVDump has PCP's mmvdump read files of our writer.
func TestMMVDump(t *testing.T) {
	need.PCP(t)
	files := mmvDir(t, t.TempDir(), "ours")
	writeOurs(t, files)
	for name, want := range map[string][]string{
		"one":  {"Version    = 1", "number.i32 = 0"},
		"two":  {"Version    = 2", "Cluster    = 22", `i64[3 or "apples"] = 0`},
		"bare": {"Version    = 2", "Flags      = 0x7"},
		"three": {"Version    = 3", "Cluster    = 33", `i64[3 or "apples"] = -5`, `double[3 or "apples"] = 0.25`,
			"Granny Smith", `{"ripe":true}`, "shorttext=one line", "helptext=only more"},
	} {
		dump := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "mmv", "mmvdump")
		out, err := exec.Command(dump, filepath.Join(files, name)).CombinedOutput()
		text := string(out)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q", name, part)
			}
		}
		if err != nil || strings.Contains(text, "Bad") || t.Failed() {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
	}
}

// patch puts numbers of 4 bytes into a file.
type patch struct {
	at     int
	values []int32
}

// oldShop is a file of version 1, whose sections are where patches expect
// them: two domains at 120, three instances at 184, two metrics at 424, four
// values at 632, three strings at 760.
func oldShop(t *testing.T, name string) []byte {
	two := &mmv.InDom{Serial: 1, Instances: []mmv.Instance{{ID: 5, Name: "five"}, {ID: 1, Name: "one"}}}
	one := &mmv.InDom{Serial: 2, Instances: []mmv.Instance{{ID: 9, Name: "nine"}}}
	w, err := mmv.Create(&mmv.File{Name: name, Cluster: 5, InDoms: []*mmv.InDom{two, one},
		Metrics: []mmv.Metric{
			{Name: "a", Item: 1, Type: mmv.TypeU64, Sem: libpcp.SemCounter, InDom: two, OneLine: "one line", Help: "more"},
			{Name: "b", Item: 2, Type: mmv.TypeString, Sem: libpcp.SemDiscrete},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := w.Text("b", "")
	if err != nil {
		t.Fatal(err)
	}
	text.Set("text")
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// damage is done to a file that is fine otherwise.
var damage = map[string]patch{
	"none":                 {},
	"version 0":            {4, []int32{0}},
	"version 4":            {4, []int32{4}},
	"being written":        {16, []int32{0, 0}},
	"other generation":     {16, []int32{1}},
	"no sections":          {24, []int32{0}},
	"one section":          {24, []int32{1}},
	"three sections":       {24, []int32{3}},
	"sections beyond":      {24, []int32{999}},
	"negative sections":    {24, []int32{-1}},
	"writer dead":          {28, []int32{2, 0x3fffffff}},
	"writer negative":      {28, []int32{2, -1}},
	"writer unknown":       {28, []int32{2, 0}},
	"unknown flags":        {28, []int32{0xf8}},
	"cluster 4096":         {36, []int32{4096}},
	"cluster negative":     {36, []int32{-1}},
	"cluster 4095":         {36, []int32{4095}},
	"indoms of no kind":    {40, []int32{99}},
	"indoms too many":      {44, []int32{99}},
	"indoms one":           {44, []int32{1}},
	"instances missing":    {56, []int32{5}},
	"metrics none":         {76, []int32{0}},
	"metrics negative":     {76, []int32{-1}},
	"metrics too many":     {76, []int32{1000}},
	"metrics far away":     {80, []int32{1 << 30, 0}},
	"metrics very far":     {80, []int32{-8, -1}},
	"values none":          {92, []int32{0}},
	"values too many":      {92, []int32{1 << 26}},
	"values far away":      {96, []int32{1 << 30, 0}},
	"values one":           {92, []int32{1}},
	"values missing":       {88, []int32{5}},
	"indom serial 0":       {120, []int32{0}},
	"indom serial large":   {120, []int32{1 << 23}},
	"indom large and cut":  {120, []int32{1 << 23, 1 << 20}},
	"indom serial 2049":    {120, []int32{2049}},
	"indom serial twice":   {152, []int32{1}},
	"instances one":        {124, []int32{1}},
	"instances three":      {124, []int32{3}},
	"instances 0":          {124, []int32{0}},
	"instances negative":   {124, []int32{-1}},
	"instances far away":   {128, []int32{1 << 30, 0}},
	"instances elsewhere":  {128, []int32{264, 0}},
	"instance id repeated": {196, []int32{1}},
	"instance id negative": {196, []int32{-3}},
	"instance nameless":    {200, []int32{0}},
	"name empty":           {424, []int32{0}},
	"name impossible":      {424, []int32{'-'}},
	"name repeated":        {424, []int32{'b'}},
	"item 1024":            {488, []int32{1024}},
	"item repeated":        {488, []int32{2}},
	"item negative":        {488, []int32{-1}},
	"type -1":              {492, []int32{-1}},
	"type elapsed":         {492, []int32{9}},
	"type double":          {492, []int32{5}},
	"semantics 0":          {496, []int32{0}},
	"semantics 7":          {496, []int32{7}},
	"units all bits":       {500, []int32{-1}},
	"indom unknown":        {504, []int32{77}},
	"indom other":          {504, []int32{2}},
	"indom none":           {504, []int32{-1}},
	"text far away":        {512, []int32{1 << 30, 0}},
	"help far away":        {520, []int32{1 << 30, 0}},
	"help negative":        {520, []int32{-1, -1}},
	"no text":              {512, []int32{0, 0}},
	"string far away":      {704, []int32{1 << 30, 0}},
	"string negative":      {704, []int32{-256, -1}},
	"value of no metric":   {648, []int32{1 << 30, 0}},
	"value of a part":      {648, []int32{428, 0}},
	"value of no instance": {656, []int32{0, 0}},
	"values all bits":      {632, []int32{-1, -1}},
}

// damaged makes a directory for each damage, and cases for it.
func damaged(t *testing.T, dir string) *conform.File {
	whole := oldShop(t, filepath.Join(dir, "whole"))
	file := &conform.File{Name: "damaged", Damaged: true}
	for _, name := range slices.Sorted(maps.Keys(damage)) {
		p := damage[name]
		b := append([]byte(nil), whole...)
		for i, v := range p.values {
			binary.NativeEndian.PutUint32(b[p.at+4*i:], uint32(v))
		}
		at := strings.ReplaceAll(name, " ", "_")
		writeFile(t, filepath.Join(mmvDir(t, dir, at), "f"), string(b))
		addMMVLine(file, at, "pminfo -dfmtTlI mmv")
		file.Cases[len(file.Cases)-1].At = name
	}
	return file
}

// writeBad writes what is hardly a file of values, beside one that is.
func writeBad(t *testing.T, files string) {
	whole := oldShop(t, filepath.Join(files, "whole"))
	for _, n := range []int{0, 8, 39, 40, 60, 119} {
		writeFile(t, filepath.Join(files, fmt.Sprint("cut", n)), string(whole[:n]))
	}
	writeFile(t, filepath.Join(files, ".hidden"), string(whole))
	writeFile(t, filepath.Join(files, "magic"), "MMV1"+string(whole[4:]))
	if err := os.Mkdir(filepath.Join(files, "directory"), 0o755); err != nil {
		t.Fatal(err)
	}
	os.Symlink("whole", filepath.Join(files, "zlink"))
	os.Symlink("nowhere", filepath.Join(files, "znowhere"))
}
