package series

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/internal/rest"
)

// canned answers every request alike, without a network.
type canned string

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(string(c))), Request: r}, nil
}

func answering(answer string) *Client {
	return &Client{rest: &rest.Client{HTTP: &http.Client{Transport: canned(answer)}, Timeout: time.Minute}}
}

var someID = []ID{ID(strings.Repeat("0", 40))}

// TestTime: pmproxy writes microseconds without leading zeros.
func TestTime(t *testing.T) {
	for text, want := range map[string]int64{"1514823863001.227": 1514823863001227, "1514823863001.7": 1514823863001007, "5": 5000} {
		c := answering(`[{"series":"s","timestamp":` + text + `,"value":"1"}]`)
		for p, err := range c.Points(context.Background(), "x[count:1]") {
			if err != nil || p.Time.UnixMicro() != want {
				t.Errorf("%s: got %v, %v", text, p.Time.UnixMicro(), err)
			}
		}
	}
}

// TestHostile has answers that make no sense: the points before, and an error.
func TestHostile(t *testing.T) {
	const good = `{"series":"s","timestamp":1.5,"value":"1"}`
	for _, answer := range []string{
		``, `null`, `{}`, `[1]`, `[` + good, `[` + good + `,{"timestamp":"x","value":"1"}]`, `[` + good + `,{"timestamp":1.1000,"value":"1"}]`,
		`[` + good + `,{"timestamp":1}]`, `[` + good + `,{"timestamp":1,"value":1}]`, strings.Repeat(`[`, 100000),
	} {
		n, failed := 0, error(nil)
		for p, err := range answering(answer).Points(context.Background(), "x") {
			if err != nil {
				failed = err
			} else if n++; p.Value != "1" {
				t.Errorf("%.60s: got %+v", answer, p)
			}
		}
		if libpcp.Code(failed) != libpcp.ErrIPC {
			t.Errorf("%.60s: %d points, %v", answer, n, failed)
		}
		if strings.Contains(answer, good) && n != 1 {
			t.Errorf("%.60s: %d points before the error", answer, n)
		}
	}
}

// TestValuesForSeries has a query that selects values, where it should be series.
func TestValuesForSeries(t *testing.T) {
	_, err := answering(`[{"series":"s","timestamp":1.5,"value":"1"}]`).Query(t.Context(), "m[count:1]")
	if err == nil || !strings.Contains(err.Error(), "time window in brackets") {
		t.Errorf("got %v", err)
	}
}

// TestEnough: a caller that has enough gets no more.
func TestEnough(t *testing.T) {
	c := answering(`[` + strings.Repeat(`{"series":"s","timestamp":1.5,"value":"1"},`, 1000) + `junk`)
	n := 0
	for _, err := range c.Points(context.Background(), "x") {
		if err != nil {
			t.Error(err)
		}
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d points", n)
	}
}

// TestSyntaxText: of what a pmproxy says about an expression a terminal obeys
// nothing, and it is not long.
func TestSyntaxText(t *testing.T) {
	blanks := strings.Repeat(" ", 1<<20)
	for _, message := range []string{`x\n  ^ -- syntax\u001b[2J\u009b\u202e`, blanks + "^ -- far", blanks} {
		_, err := answering(`{"success":false,"message":"`+message+`"}`).Query(t.Context(), "bad{{")
		if err == nil || strings.ContainsFunc(strings.ReplaceAll(err.Error(), "\n", ""), format.TerminalControl) || len(err.Error()) > 10_000 {
			t.Errorf("%.80q: %.200q", message, err)
		}
	}
}

// FuzzAnswers decodes answers of any bytes.
func FuzzAnswers(f *testing.F) {
	f.Add(`[{"series":"s","instance":"i","timestamp":1514823863001.227,"value":"5.9e-01"}]`)
	f.Add(` [ {"series":"s","timestamp":1,"value":"a}b"} , {"value":"\u0041","timestamp":2.5,"more":{"x":[1]}}]`)
	f.Add(`[{"series":"s","source":"x","pmid":"60.2.0","indom":"60.2","semantics":"instant","type":"float","units":"none"}]`)
	f.Add(`[{"series":"s","source":"x","instance":"i","id":5,"name":"5 minute"}]`)
	f.Add(`{"message":"cannot parse given string\n\nbad{{\n    ^ -- syntax error\n","success":false}`)
	f.Fuzz(func(t *testing.T, answer string) {
		ctx := context.Background()
		c := answering(answer)
		c.Query(ctx, "x")
		var all []struct {
			Series ID
			Value  *string
		}
		known := json.Unmarshal([]byte(answer), &all) == nil
		for p, err := range c.Points(ctx, "x") {
			if err == nil && p.Time.IsZero() {
				t.Error("no time")
			}
			if err == nil && known {
				if p.Series != all[0].Series || p.Value != *all[0].Value {
					t.Errorf("%+v, want %+v", p, all[0])
				}
				all = all[1:]
			}
		}
		c.Descs(ctx, someID)
		c.Instances(ctx, someID)
		c.Names(ctx, someID)
		c.Labels(ctx, someID)
		c.Sources(ctx, someID)
		c.LabelValues(ctx, "hostname")
	})
}
