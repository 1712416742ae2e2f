package linux

import "pcptools/libpcp/pmda"

var pmdaMetrics = [...]pmda.Metric{
	{Name: "pmda.uname", Cluster: 12, Item: 5, Type: str, Sem: discrete, OneLine: "kind of machine this is: system, name, release, version and machine"},
	{Name: "pmda.version", Cluster: 12, Item: 6, Type: str, Sem: discrete, OneLine: "version of PCP whose behaviour is reproduced"},
}
