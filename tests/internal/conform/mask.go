package conform

import (
	"bytes"
	"regexp"
	"strings"

	"pcptools/internal/golden"
)

// Two runs of one of PCP's tools at the same time on identical worlds differ in few
// places: process numbers, times of day, times since start, and what pmcd and
// the sample agent count about requests (how a client packs its questions is its
// own business). Everything else, random walks included, is reproducible and
// compared as it is.

// A maskedValue says what a metric's value looks like where it may differ. The
// rest of its lines, such as instances, is compared.
type maskedValue struct {
	metric *regexp.Regexp
	value  *regexp.Regexp
}

var (
	number = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?`)
	date   = regexp.MustCompile(`"[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]{2} [0-9:]{8} [0-9]{4}"`)
	bytesx = regexp.MustCompile(`([0-9]+ [-+.e0-9]+ )?\[[0-9a-f]+\]`)
)

var maskedValues = []maskedValue{
	// Processes.
	{metrics(`pmcd\.pid`), number},
	{metrics(`sample(dso)?\.(dupnames\.)?(daemon_pid|pid_daemon)`), number},

	// Clocks.
	{metrics(`pmcd\.cputime\..*`), number},
	{metrics(`pmcd\.client\.start_date`), date},
	{metrics(`trivial\.time|simple\.(now|time\..*)`), number},
	{metrics(`sample(dso)?\.(dupnames\.two\.)?(seconds|milliseconds)`), number},
	{metrics(`sample(dso)?\.(step|step_counter|proc\.time|const_rate\.value|ulonglong\.bin(_ctr)?)`), number},

	// The machine.
	{metrics(`sample(dso)?\.sysinfo`), bytesx},
	{metrics(`(sample|sampledso|pmcd)\.datasize|pmcd\.openfds`), number},

	// Requests.
	{metrics(`pmcd\.(pdu_in|pdu_out)\..*|pmcd\.buf\..*`), number},
	{metrics(`sample(dso)?\.(percontext\.)?(recv_|xmit_)?pdu`), number},
	// A client that connects while pmcd forgets the one before is number 2.
	{metrics(`sample(dso)?\.percontext\.control\.ctx`), number},
}

// metrics matches the names of the metrics that a rule is for.
func metrics(names string) *regexp.Regexp {
	return regexp.MustCompile(`^(` + names + `)$`)
}

var (
	infoName   = regexp.MustCompile(`^1\|([a-z]\w*(\.\w+)+)( PMID: .*| \[.*| One-line .*)?\n$`)
	infoValue  = regexp.MustCompile(`^1\|    (inst \[.*\] )?value `)
	probeValue = regexp.MustCompile(`^1\|([a-z]\w*(\.\w+)+) [1-9][0-9]* `)
	probeCount = regexp.MustCompile(`^(1\|proc\.\S+ )[1-9][0-9]*\n$`) // processes come and go
	storeValue = regexp.MustCompile(`^1\|([a-z]\w*(\.\w+)+) (inst \[.*\] )?old value=`)

	// The number of a client: to localhost libpcp (C) connects at all its addresses.
	clientNumber = regexp.MustCompile(`^(1\|    inst \[)[0-9]+ or "[0-9]+"`)

	dumpTime = regexp.MustCompile(`^(2\|__pmResult dump .* timestamp: )[0-9.]+ [0-9:.]+`)

	eventLine = regexp.MustCompile(`event records?\b.* timestamp`)
	timestamp = regexp.MustCompile(`[0-9]{2}:[0-9]{2}:[0-9]{2}\.([0-9]{9}|[0-9]{3})`)
	digit     = regexp.MustCompile(`[0-9]`)
)

// mask hides what may differ in the texts of two results; an archive says the
// same every time.
func (s *Suite) mask(a, b []byte) (maskedA, maskedB []byte) {
	if !s.opts.Live {
		return golden.Mask(a), golden.Mask(b)
	}
	a, ratesA := mask(a)
	b, ratesB := mask(b)
	maskRates(a, ratesA, b, ratesB)
	return a, b
}

// mask replaces what may differ in a result's text whatever the other is, and
// finds the rates in it.
func mask(text []byte) (out []byte, rates []rateRow) {
	metric := "" // whose pminfo block this is
	var values pmvalMask
	var pdus pduMask
	for line := range bytes.Lines(text) {
		if m := infoName.FindSubmatch(line); m != nil {
			metric = string(m[1])
		}
		if m := infoValue.FindIndex(line); m != nil {
			line = maskFrom(line, m[1], metric)
			if strings.HasPrefix(metric, "pmcd.client.") {
				line = clientNumber.ReplaceAll(line, []byte("$1#"))
			}
		} else if m := probeValue.FindSubmatchIndex(line); m != nil {
			line = maskFrom(line, m[1], string(line[m[2]:m[3]]))
		} else if m := storeValue.FindSubmatchIndex(line); m != nil {
			line = maskFrom(line, m[1], string(line[m[2]:m[3]]))
		}
		line = probeCount.ReplaceAll(golden.Mask(line), []byte("$1#\n"))
		if eventLine.Match(line) {
			line = timestamp.ReplaceAllFunc(line, hideDigits)
		}
		line = pdus.line(dumpTime.ReplaceAll(line, []byte("$1#")))
		if line = values.line(line); values.isRates(line) {
			rates = append(rates, rateRow{values.metric, len(out), len(out) + len(line)})
		}
		out = append(out, line...)
	}
	return out, rates
}

// maskFrom masks the values that start at an offset of a metric's line.
func maskFrom(line []byte, start int, metric string) []byte {
	for _, rule := range maskedValues {
		if rule.metric.MatchString(metric) {
			values := rule.value.ReplaceAll(line[start:], []byte("#"))
			line = append(line[:start:start], values...)
		}
	}
	return line
}
