package release

// A Behaviour is a difference in what PCP does since some release: the version that
// brought it, 6_03_08 for 6.3.8. Every release has the zero Behaviour.
type Behaviour uint32

// The behaviours, in the order of the releases that brought them.
const (
	BadArgumentCode       Behaviour = 6_00_04 // PM_ERR_ARG, -12415
	BatchedDescriptors    Behaviour = 6_00_04 // pminfo asks for a batch's descriptors at once, before its blocks
	IndomConfig           Behaviour = 6_00_04 // $PCP_INDOM_CONFIG: domains that derived metrics take as equal
	ProcMetrics63         Behaviour = 6_00_04 // the proc PMDA has the metrics of 6.3.8
	LinuxMetrics63        Behaviour = 6_00_04 // the linux PMDA has the metrics of 6.3.8
	SampleMetrics63       Behaviour = 6_00_04 // the sample PMDA is that of 6.3.8
	ArchiveTexts          Behaviour = 6_01_00 // messages have "PCP archive" in place of "PCP archive log"
	IgnoredFeatures       Behaviour = 6_01_01 // unknown feature bits in an archive's label are ignored
	UnionOfNames          Behaviour = 6_02_01 // several archives: the names of all of them
	CounterRestart        Behaviour = 6_02_01 // rate() of a counter that went backwards has no value
	DerivedNovalue        Behaviour = 6_02_02 // derived metrics: novalue(), meta=, continued lines, guarded names, nesting refused
	DerivedOfExpression   Behaviour = 6_03_00 // derived metrics: delta, rate, instant of an expression
	RegisterOption        Behaviour = 6_03_00 // pminfo -r
	ContainerNames        Behaviour = 6_03_01 // names of containers are checked
	CheckedEvents         Behaviour = 6_03_01 // event arrays must be complete
	LocalProc             Behaviour = 6_03_01 // the local context has the proc PMDA
	NearestInterpolation  Behaviour = 6_03_02 // instant and discrete metrics are interpolated to the nearest observation
	ZstdArchives          Behaviour = 6_03_02 // .zst archives are read
	DescriptorErrorBlock  Behaviour = 6_03_02 // pminfo prints a block for a metric without a descriptor
	DynamicInstanceLabels Behaviour = 6_03_04 // labels of instances of domains that change
	SquashNewlines        Behaviour = 6_03_04 // $PCP_SQUASH_NEWLINES
	MountsWithoutSizes    Behaviour = 6_03_08 // filesys.mountdir of file systems that statfs(2) fails for
	TmpfsSkipped          Behaviour = 6_03_08 // the linux PMDA skips file systems in memory
	InstantFreeCMA        Behaviour = 6_03_08 // mem.vmstat.nr_free_cma is an instantaneous value
	ClockOfScaling        Behaviour = 6_03_08 // hinv.cpu.clock: the scaling frequency where /proc/cpuinfo has none
	MiscDebugOptions      Behaviour = 6_03_08 // -D misc and qed
	ProcMetrics72         Behaviour = 7_00_00 // the proc PMDA has the metrics of 7.2.2
	TidyCommandLines      Behaviour = 7_00_00 // the proc PMDA has command lines without control characters
	TmpfsAgain            Behaviour = 7_00_00 // the linux PMDA has file systems in memory again
	LinuxMetrics72        Behaviour = 7_00_00 // the linux PMDA has the metrics of 7.2.2
	SampleMetrics72       Behaviour = 7_00_00 // the sample PMDA is that of 7.2.2
	MMVAgent72            Behaviour = 7_00_00 // mmv.control.metrics; mmv.control.debug is a list of names; the agent logs which files it ignores, and why
	NamedDebugOptions     Behaviour = 7_00_00 // -D takes names only; getopt is one; usage texts list -D
	TraceWords            Behaviour = 7_00_00 // -D fetch and -D context have other words for some events; after 6.3.8, not dated more closely
	ResolverCode          Behaviour = 7_00_00 // a name server that does not answer has a code of its own; after 6.3.8, not dated more closely
	IntervalFunctionName  Behaviour = 7_00_00 // an error of -t names pmParseInterval
	PreciseHeader         Behaviour = 7_00_00 // pmval -X: microseconds in the header
	FineSteps             Behaviour = 7_00_00 // windows in nanoseconds, interpolation steps in microseconds, not in micro- and milliseconds; long intervals in microseconds
	SeekBeginsSeries      Behaviour = 7_00_00 // pmSetMode: a counter has a value at once, even beyond a mark; after 6.3.8, not dated more closely
	ProbeVersionOption    Behaviour = 7_00_00 // pmprobe -d is --version, -e is no option
	SourceDateEpoch       Behaviour = 7_00_00 // pmgenmap honours $SOURCE_DATE_EPOCH
	NullMetricRefused     Behaviour = 7_00_03 // a fetch of PM_ID_NULL returns PM_ERR_PMID, not PM_ERR_NOAGENT
	UnboundDerivedHidden  Behaviour = 7_01_00 // derived metrics that cannot be bound have no name; the reason is reported
	SiteDerivedLast       Behaviour = 7_01_00 // the derived metrics of the site follow those of options, and need a context; after 6.3.8, not dated more closely
	DerivedIndom          Behaviour = 7_01_00 // derived metrics: indom= in mkconst() and novalue()
	NovalueDefaults       Behaviour = 7_01_00 // novalue() fills in the metadata it is not given
	DerivedControl        Behaviour = 7_01_01 // #control lines and $PCP_DERIVED_CONTROL
	BadDeltas             Behaviour = 7_01_01 // changes of instance domains that make no sense are reported
	XFSMetrics72          Behaviour = 7_01_03 // the xfs PMDA has the metrics of 7.2.2
	SkipBadArchives       Behaviour = 7_01_04 // several archives: those that cannot be read are skipped
	StoreFloatZero        Behaviour = 7_01_04 // pmstore stores 0 into a float
	OnelineDescriptors    Behaviour = 7_02_00 // pminfo -1
	MetadataChecks        Behaviour = 7_02_00 // pminfo -e, and -v checks descriptors
	OrderedVariables      Behaviour = 7_02_00 // variables that stand for options are read in a fixed order; after 6.3.8, not dated more closely
	NoIgnoredOptions      Behaviour = 7_02_00 // pminfo -C is no option; after 6.3.8, not dated more closely
	ExtraUnits            Behaviour = 7_02_00 // units of temperature, voltage, current and power
	TimezoneChecks        Behaviour = 7_02_00 // time zones of -Z and -z are checked
	LenientLabelNames     Behaviour = 7_02_00 // names of labels may begin with a digit or _
	WideDeviceBytes       Behaviour = 7_02_02 // disk.dm and disk.md count bytes in 64 bits
	ExactNodeKeys         Behaviour = 7_02_02 // mem.numa.util.mapped is no longer that of FilePmdMapped
	FileTypeErrno         Behaviour = 7_02_02 // the C library beside it has a text for EFTYPE; of Debian, with glibc 2.43
	ClientCertificatePair Behaviour = 7_02_02 // tls.conf: the certificate for clients has its key, and is shown in place of that for all
)

// since returns the release that brought the behaviour.
func (b Behaviour) since() Version {
	return Version{int(b / 1_00_00), int(b / 1_00 % 1_00), int(b % 1_00)}
}
