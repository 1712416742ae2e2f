package pipeline

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// shownNames is how many names of a cause the summary has.
const shownNames = 5

// count prints how many sources answered with all values, how many with some, if any,
// with none, and how many failed; then the causes, the most frequent first. It returns the exit
// status.
func (f *Fleet) count(env *tool.Env, sessions []*Session, took time.Duration) error {
	causes := make(map[string][]string)
	answered, some, failed, partial := 0, 0, 0, false
	for _, s := range sessions {
		partial = partial || s.partial
		switch {
		case s.failure != nil:
			failed++
		case s.Strict.Complete() || s.whole:
			answered++
			continue
		case s.Strict.Some():
			some++
		}
		cause := format.Printable(s.cause(env.ErrorTexts()))
		causes[cause] = append(causes[cause], format.Printable(f.shown(s.Name)))
	}
	counts := fmt.Sprintf("%s: %d %s, ", env.Name, len(sessions), f.done(len(sessions), took, answered))
	if some > 0 {
		counts += fmt.Sprintf("%d in part, ", some)
	}
	counts += fmt.Sprintf("%d without values, %d failed", len(sessions)-answered-some-failed, failed)
	io.WriteString(env.Stderr, env.Wrapped(counts))
	writeCauses(env, causes)
	if failed > 0 || partial {
		return tool.Exit(1)
	}
	return nil
}

// cause is why a source failed, or lacks requested values.
func (s *Session) cause(texts libpcp.ErrorTexts) string {
	err := cmp.Or(s.failure, s.lack)
	if err == nil {
		return "no values"
	}
	return (&report.Failure{Err: err}).Text(texts)
}

// done words how many sources had all values. With series, the sources are hosts
// whose history was fetched before.
func (f *Fleet) done(members int, took time.Duration, answered int) string {
	noun, did := f.noun(), fmt.Sprintf(" in %.1f s: %d answered", took.Seconds(), answered)
	if f.source.Series != "" {
		noun, did = "hosts", fmt.Sprintf(": %d reported", answered)
	}
	if members == 1 {
		noun = strings.TrimSuffix(noun, "s")
	}
	return noun + did
}

func writeCauses(env *tool.Env, causes map[string][]string) {
	texts := slices.SortedFunc(maps.Keys(causes), func(a, b string) int {
		return cmp.Or(len(causes[b])-len(causes[a]), strings.Compare(a, b))
	})
	for _, text := range texts {
		names := causes[text]
		more := ""
		if len(names) > shownNames {
			more = fmt.Sprintf(" and %d more", len(names)-shownNames)
			names = names[:shownNames]
		}
		io.WriteString(env.Stderr, env.Wrapped("  "+text+": "+strings.Join(names, ", ")+more))
	}
}
