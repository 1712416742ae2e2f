package linux

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/linux"
	"pcptools/libpcp/release"
)

// metric is a metric as pminfo shows it.
type metric struct {
	desc   string
	status string            // if there is no value
	values map[string]string // by external name of the instance
}

// cacheDir gives instances a fresh start.
func cacheDir(t testing.TB) string {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "config", "pmda"), 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// genuineMetrics asks PCP's agent for everything, area by area: with it,
// a file that is missing fails all that is asked for at the same time.
func genuineMetrics(t testing.TB, root string, areas ...string) map[string]metric {
	need.PCP(t)
	agent := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "linux", "pmda_linux.so")
	need.File(t, agent)
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_linux")
	cache := cacheDir(t)
	metrics := make(map[string]metric)
	if len(areas) == 0 {
		areas = []string{""}
	}
	for _, area := range areas {
		args := []string{"-L", "-K", "clear", "-K", "add,60," + agent + ",linux_init", "-n", names, "-dfm"}
		if area != "" {
			args = append(args, area)
		}
		cmd := exec.Command(pcpconf.Genuine("pminfo"), args...)
		cmd.Env = append(os.Environ(), "LINUX_STATSPATH="+root, "PCP_VAR_DIR="+cache, "PCP_DERIVED_CONFIG=")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(area, err)
		}
		maps.Copy(metrics, parseInfo(out))
	}
	return metrics
}

var (
	nameLine = regexp.MustCompile(`^(\S+) PMID: (60\.\S+)`)
	typeLine = regexp.MustCompile(`^    Data Type: (.*?)  InDom: (\S+)`)
	semLine  = regexp.MustCompile(`^    Semantics: (\S+)  Units: (.*)`)
	instLine = regexp.MustCompile(`^    inst \[-?\d+ or "(.*)"\] value (.*)`)
)

var typeWords = map[string]string{
	"32-bit int": "32", "32-bit unsigned int": "U32", "64-bit int": "64", "64-bit unsigned int": "U64",
	"float": "FLOAT", "double": "DOUBLE", "string": "STRING",
}

// parseInfo takes what pminfo -dfm prints apart.
func parseInfo(out []byte) map[string]metric {
	metrics := make(map[string]metric)
	var name string
	for _, line := range strings.Split(string(out), "\n") {
		m := metrics[name]
		switch {
		case nameLine.MatchString(line):
			w := nameLine.FindStringSubmatch(line)
			name, m = w[1], metric{desc: w[2], values: make(map[string]string)}
		case strings.Contains(line, " PMID: "):
			name = "" // not of this agent
		case typeLine.MatchString(line):
			w := typeLine.FindStringSubmatch(line)
			m.desc += " " + typeWords[w[1]] + " " + w[2]
		case semLine.MatchString(line):
			w := semLine.FindStringSubmatch(line)
			m.desc += " " + strings.TrimSuffix(strings.Replace(w[1], "instantaneous", "instant", 1)+" "+w[2], " none")
		case instLine.MatchString(line):
			w := instLine.FindStringSubmatch(line)
			m.values[w[1]] = w[2]
		case strings.HasPrefix(line, "    value "):
			m.values[""] = line[len("    value "):]
		case strings.HasPrefix(line, "Error: "):
			m.status = line[len("Error: "):]
		}
		if name != "" {
			metrics[name] = m
		}
	}
	return metrics
}

// ourMetrics asks our agent for everything.
func ourMetrics(t testing.TB, root string) map[string]metric {
	t.Setenv("LINUX_STATSPATH", root)
	t.Setenv("PCP_VAR_DIR", cacheDir(t))
	src := local.New(local.Config{}, local.Agent{Domain: 60, Name: "linux", New: asGenuine})
	c := libpcp.NewContext(src)
	defer c.Close()
	names, err := c.Traverse(background, "")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := c.Lookup(background, names...)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Fetch(background, ids)
	if err != nil {
		t.Fatal(err)
	}
	metrics := make(map[string]metric)
	for i, desc := range c.Descs(background, ids) {
		if desc.Err != nil {
			t.Fatal(names[i], desc.Err)
		}
		metrics[names[i]] = ourMetric(t, c, desc.Desc, &result.Sets[i])
	}
	return metrics
}

func ourMetric(t testing.TB, c *libpcp.Context, d libpcp.Desc, set *libpcp.ValueSet) metric {
	indom := "PM_INDOM_NULL"
	if d.InDom != libpcp.NullInDom {
		indom = d.InDom.String()
	}
	m := metric{values: make(map[string]string)}
	m.desc = strings.TrimSpace(strings.Join([]string{d.PMID.String(), d.Type.String(), indom, d.Sem.String(), d.Units.String()}, " "))
	if set.Err != nil {
		m.status = libpcp.ErrorText(set.Err)
	}
	for _, v := range set.Values {
		var value bytes.Buffer
		value.Write(format.AppendValue(nil, set.Format, v, d.Type))
		m.values[instanceName(t, c, d.InDom, v.Inst)] = value.String()
	}
	return m
}

func instanceName(t testing.TB, c *libpcp.Context, d libpcp.InDom, inst int32) string {
	if d == libpcp.NullInDom {
		return ""
	}
	list, err := c.Instances(background, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range list {
		if i.ID == inst {
			return i.Name
		}
	}
	return "?" + strconv.Itoa(int(inst))
}

// asGenuine makes the agent of the release that is installed.
func asGenuine() *pmda.Agent {
	rel, err := release.Choose(func(string) (string, bool) { return "", false })
	if err != nil {
		panic(err)
	}
	return linux.NewFor(rel)
}
