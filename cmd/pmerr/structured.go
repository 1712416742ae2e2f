package main

import (
	"fmt"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// columns are the columns of CSV and tables.
var columns = []report.Column{report.Operand, report.ErrorCode, report.ErrorSymbol, report.ErrorText}

// encoder begins a report in a format other than the classic one.
func (p *pmerr) encoder(env *tool.Env) report.Encoder {
	enc := report.New(report.OptionsFor(env, p.format, p.style, columns, nil))
	enc.Begin(report.Header{Tool: env.Name})
	return enc
}

// listRecords reports PCP's own codes.
func (p *pmerr) listRecords(env *tool.Env) error {
	enc := p.encoder(env)
	for _, c := range env.ErrorTexts().Codes() {
		enc.Write(&report.Code{Code: c.Code, Symbol: c.Symbol, Text: c.Text})
	}
	p.strict.Value()
	return enc.End()
}

// explainRecords reports what codes mean. Positive ones are taken to be
// negative.
func (p *pmerr) explainRecords(env *tool.Env, words []string) error {
	enc := p.encoder(env)
	for _, word := range words {
		code, ok := decode(word)
		if !ok {
			code, ok = named(word)
		}
		if !ok {
			code, ok = errno(word)
		}
		if !ok {
			p.strict.Failure()
			err := fmt.Errorf("neither decimal nor hexadecimal nor the name of a code: %q", word)
			enc.Write(&report.Problem{Operand: word, Failure: report.Failure{Err: err}})
			continue
		}
		if code > 0 {
			code = -code
		}
		c := libpcp.Error(code)
		p.judge(c)
		enc.Write(&report.Code{Operand: word, Code: c, Symbol: report.Symbol(c), Text: env.ErrorText(c)})
	}
	return enc.End()
}
