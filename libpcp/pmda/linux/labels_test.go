package linux

import "testing"

func TestZoneLabels(t *testing.T) {
	for name, want := range map[string]string{
		"node0":                           `{"numa_node":0}`,
		"DMA::node1":                      `{"zone":"DMA","numa_node":1}`,
		"DMA::order3::node0":              `{"zone":"DMA","order":3,"numa_node":0}`,
		"Normal::node0::lowmem_resv":      `{"zone":"Normal","numa_node":0}`,
		"Normal::node0::lowmem_reserved2": `{"zone":"Normal","numa_node":0,"lowmem_reserved":2}`,
		`a"b\::node0`:                     `{"zone":"a\"b\\","numa_node":0}`,
		"\x01\xff::node99999999999999":    `{"zone":"??"}`,
	} {
		if got := zoneLabels(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

// TestInterruptLabels are those of a line and of a line on a processor.
func TestInterruptLabels(t *testing.T) {
	var c interrupts
	c.parse([]byte("      CPU0  CPU1\n 24:  1  2  IO-APIC   5-edge \t ACPI:Ged\nERR: 7\n"), maxCPUs, false)
	for name, want := range map[string]string{
		"24":       `{"irq":"24","irqtext":"IO-APIC 5-edge ACPI:Ged"}`,
		"24::cpu1": `{"cpu":1,"irq":"24","irqtext":"IO-APIC 5-edge ACPI:Ged"}`,
		"99::cpu0": `{"cpu":0,"irq":"99"}`,
	} {
		if got := c.label(name, "irq"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
