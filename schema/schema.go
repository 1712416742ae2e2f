// Package schema holds the JSON Schema of the tools' reports.
// pcptools-formats(5) describes their meaning.
package schema

import _ "embed"

// Report is the schema (draft 2020-12) of what --format=json and
// --format=jsonl write, version 1.
//
//go:embed report-2.json
var Report []byte
