package linux

import "pcptools/libpcp"

// Short words for the tables of metrics.
const (
	i32    = libpcp.Type32
	i64    = libpcp.Type64
	u32    = libpcp.TypeU32
	u64    = libpcp.TypeU64
	float  = libpcp.TypeFloat
	double = libpcp.TypeDouble
	str    = libpcp.TypeString

	counter  = libpcp.SemCounter
	instant  = libpcp.SemInstant
	discrete = libpcp.SemDiscrete
)

// Labels of metrics that tell more than those of their instance domains.
const (
	ofCPUs  = `{"device_type":"cpu"}`
	perNode = `{"device_type":["numa_node","cpu"]}`
)
