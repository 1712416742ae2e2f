package report

import (
	"fmt"
	"io"
	"sync"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// unseen prints why rows have no values if no selected column shows errors:
// each reason once. A nil *unseen does nothing.
type unseen struct {
	w     io.Writer
	tool  string
	texts libpcp.ErrorTexts

	mu    sync.Mutex
	noted map[string]bool
}

// maxUnseen is how many reasons are printed.
const maxUnseen = 100

// note prints why a row has no value, unless the tool has printed it; a tool
// prints nothing about each of several sources. Failures of a source as a whole
// are printed elsewhere.
func (u *unseen) note(host string, r *row) {
	if u == nil || r.failure == nil || r.printed && host == "" || r.name() == "" {
		return
	}
	text := r.name()
	if i := r.instance(); i != nil {
		text += "[" + i.Name + "]"
	}
	if text += ": " + r.failure.Text(u.texts); host != "" {
		text = host + ": " + text
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.noted[text] || len(u.noted) > maxUnseen {
		return
	}
	if u.noted[text] = true; len(u.noted) > maxUnseen {
		text = "and more errors: --fields with error_text has them all"
	}
	fmt.Fprintf(u.w, "%s: %s\n", u.tool, format.Printable(text))
}
