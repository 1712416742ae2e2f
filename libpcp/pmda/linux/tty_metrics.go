package linux

import "pcptools/libpcp/pmda"

var ttyMetrics = [...]pmda.Metric{
	{Name: "tty.serial.tx", Cluster: 74, Item: 0, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "bytes sent on each serial line"},
	{Name: "tty.serial.rx", Cluster: 74, Item: 1, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "bytes received on each serial line"},
	{Name: "tty.serial.frame", Cluster: 74, Item: 2, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "errors of framing on each serial line"},
	{Name: "tty.serial.parity", Cluster: 74, Item: 3, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "errors of parity on each serial line"},
	{Name: "tty.serial.brk", Cluster: 74, Item: 4, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "breaks on each serial line"},
	{Name: "tty.serial.overrun", Cluster: 74, Item: 5, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "bytes lost on each serial line since they were not taken in time"},
	{Name: "tty.serial.irq", Cluster: 74, Item: 6, Type: u32, InDom: serialInDom, Sem: discrete, OneLine: "number of the interrupt of each serial line"},
}
