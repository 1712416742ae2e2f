package format

import (
	"crypto/sha1"
	"encoding/hex"

	"pcptools/libpcp"
)

// SourceID identifies a source of metrics by its context labels, the JSON of
// [libpcp.MergeLabels] without optional ones (PMSERIES(1)). It is 40 hex
// digits, as all these identifiers.
func SourceID(labels string) string {
	return digest(`{"series":"source","labels":`, labels, `}`)
}

// MetricSeries identifies the time series of a metric by its name, its merged
// labels without optional ones, and its descriptor, with units in notation n.
func MetricSeries(name, labels string, d libpcp.Desc, n libpcp.UnitsNotation) string {
	return digest(`{"series":"metric","name":"`, name, `","labels":`, labels,
		`,"semantics":"`, d.Sem.String(), `","type":"`, d.Type.String(), `","units":"`, n.Text(d.Units), `"}`)
}

// InstanceSeries identifies an instance of a domain by its name and the
// merged labels of its context, agent, domain and itself, optional ones
// included.
func InstanceSeries(name, labels string) string {
	return digest(`{"series":"instance","name":"`, name, `","labels":`, labels, `}`)
}

func digest(parts ...string) string {
	h := sha1.New()
	for _, p := range parts {
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}
