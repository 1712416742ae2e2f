package fleet

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
)

// How many sources are asked at a time, unless the user says otherwise.
const (
	maxHosts       = 1024
	archivesAtOnce = 4
)

// shownNames is how many names of a cause the summary has.
const shownNames = 5

// summarize prints how many sources answered, and the causes why others did not,
// the most frequent first. It returns the exit status.
func (f *Fleet) summarize(env *tool.Env, members []*Member, took time.Duration) error {
	causes := make(map[string][]string)
	failed, partial := 0, false
	for _, m := range members {
		partial = partial || m.partial
		if m.failure != nil {
			failed++
			cause := (&report.Failure{Err: m.failure}).Text(env.ErrorTexts())
			causes[cause] = append(causes[cause], report.Printable(f.source.Shown(m.Name)))
		}
	}
	fmt.Fprintf(env.Stderr, "%s: %d of %d %s\n", env.Name, len(members)-failed, len(members), f.done(took))
	writeCauses(env.Stderr, causes)
	if failed > 0 || partial {
		return tool.Exit(1)
	}
	return nil
}

// done is what the sources have done. Those of series were asked before, and are
// hosts.
func (f *Fleet) done(took time.Duration) string {
	if f.source.Series != "" {
		return "hosts reported"
	}
	return fmt.Sprintf("%s answered in %.1f s", f.noun(), took.Seconds())
}

func writeCauses(w io.Writer, causes map[string][]string) {
	var texts []string
	for text := range causes {
		texts = append(texts, text)
	}
	slices.SortFunc(texts, func(a, b string) int {
		return cmp.Or(len(causes[b])-len(causes[a]), strings.Compare(a, b))
	})
	for _, text := range texts {
		names := causes[text]
		more := ""
		if len(names) > shownNames {
			more = fmt.Sprintf(" and %d more", len(names)-shownNames)
			names = names[:shownNames]
		}
		fmt.Fprintf(w, "  %s: %s%s\n", text, strings.Join(names, ", "), more)
	}
}
