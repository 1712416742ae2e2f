package pmcd

import (
	"runtime"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// Instance domains.
var (
	loggers = &pmda.InDom{Serial: 1}
	agents  = &pmda.InDom{Serial: 3, Members: pmda.MembersFunc(listPeers)}
)

// Clusters.
const (
	clusterSelf    = 0
	clusterLoggers = 3
	clusterAgent   = 4
	clusterTime    = 7
)

// Items.
const (
	itemAgents   = 2
	itemClients  = 3
	itemTimezone = 5
	itemABI      = 6
	itemVersion  = 7
	itemBuild    = 20
	itemHostname = 21
	itemPID      = 23
	itemSequence = 24
	itemZoneinfo = 26

	itemAgentName = 3
)

var metrics = []pmda.Metric{
	{
		Name: "pmcd.numagents", Cluster: clusterSelf, Item: itemAgents,
		Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "Number of agents (PMDAs) currently connected to PMCD",
		Help:    "How many agents there are in this process.",
	}, {
		Name: "pmcd.numclients", Cluster: clusterSelf, Item: itemClients,
		Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "Number of clients currently connected to PMCD",
		Help:    "Always one: the process itself.",
	}, {
		Name: "pmcd.timezone", Cluster: clusterSelf, Item: itemTimezone,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "local $TZ",
		Help:    "The time zone of this process, as a value for $TZ.",
	}, {
		Name: "pmcd.simabi", Cluster: clusterSelf, Item: itemABI,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "Procedure call model and ABI version of this PMCD",
		Help:    "The architecture of the machine.",
	}, {
		Name: "pmcd.version", Cluster: clusterSelf, Item: itemVersion,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "PMCD version",
		Help:    "The version of PCP whose behaviour is reproduced.",
	}, {
		Name: "pmcd.build", Cluster: clusterSelf, Item: itemBuild,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "build version for installed PCP package",
		Help:    "The minor part of the version.",
	}, {
		Name: "pmcd.hostname", Cluster: clusterSelf, Item: itemHostname,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "local hostname",
		Help:    "The name of this machine, which tells its metrics from those of others.",
	}, {
		Name: "pmcd.pid", Cluster: clusterSelf, Item: itemPID,
		Type: libpcp.TypeU64, Sem: libpcp.SemDiscrete,
		OneLine: "PID for the current pmcd invocation",
		Help:    "The identifier of this process.",
	}, {
		Name: "pmcd.seqnum", Cluster: clusterSelf, Item: itemSequence,
		Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete,
		OneLine: "pmcd configuration sequence number",
		Help:    "Always one: the agents of a process stay the same.",
	}, {
		Name: "pmcd.zoneinfo", Cluster: clusterSelf, Item: itemZoneinfo,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "local timezone tzfile identification",
		Help: `The time zone of this machine as a file of the zone database, with a colon
in front, so that it can be used as $TZ; empty if that cannot be found out.`,
	}, {
		Name: "pmcd.pmlogger.port", Cluster: clusterLoggers, Item: 0, InDom: loggers,
		Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete,
		OneLine: "control port for active pmlogger",
		Help:    "There are no loggers without a pmcd.",
	}, {
		Name: "pmcd.pmlogger.pmcd_host", Cluster: clusterLoggers, Item: 1, InDom: loggers,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "host from which active pmlogger is fetching metrics",
		Help:    "There are no loggers without a pmcd.",
	}, {
		Name: "pmcd.pmlogger.archive", Cluster: clusterLoggers, Item: 2, InDom: loggers,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "full pathname to archive basename for active pmlogger",
		Help:    "There are no loggers without a pmcd.",
	}, {
		Name: "pmcd.pmlogger.host", Cluster: clusterLoggers, Item: 3, InDom: loggers,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "host where active pmlogger is running",
		Help:    "There are no loggers without a pmcd.",
	}, {
		Name: "pmcd.agent.type", Cluster: clusterAgent, Item: 0, InDom: agents,
		Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete,
		OneLine: "PMDA type",
		Help:    "Always zero: the agent is part of the process.",
	}, {
		Name: "pmcd.agent.status", Cluster: clusterAgent, Item: 1, InDom: agents,
		Type: libpcp.Type32, Sem: libpcp.SemDiscrete,
		OneLine: "PMDA status",
		Help:    "Always zero: the agent is there.",
	}, {
		Name: "pmcd.agent.fenced", Cluster: clusterAgent, Item: 2, InDom: agents,
		Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "PMDA status of pmcd fetch operation fencing",
		Help:    "Always zero: no agent is fenced.",
	}, {
		Name: "pmcd.agent.name", Cluster: clusterAgent, Item: itemAgentName, InDom: agents,
		Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "string value metric for configured PMDA names",
		Help:    "The names of the agents in this process.",
	}, {
		Name: "pmcd.cputime.total", Cluster: clusterTime, Item: 0,
		Type: libpcp.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Millisec,
		OneLine: "CPU time used by pmcd and DSO PMDAs",
		Help:    "The processor time this process has used, user and system together.",
	},
}

// machine is the architecture as uname(1) calls it.
func machine() (libpcp.Atom, error) {
	name := runtime.GOARCH
	switch name {
	case "amd64":
		name = "x86_64"
	case "386":
		name = "i686"
	case "arm64":
		name = "aarch64"
	}
	return libpcp.StringAtom(name), nil
}
