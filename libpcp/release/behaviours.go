package release

// A Behaviour is a difference in what PCP does since some release. Every
// release has the zero Behaviour.
type Behaviour uint

// The behaviours, in the order of the releases that brought them.
const (
	BadArgumentCode       Behaviour = iota + 1 // PM_ERR_ARG, -12415
	BatchedDescriptors                         // pminfo asks for a batch's descriptors at once, before its blocks
	IndomConfig                                // $PCP_INDOM_CONFIG: domains that derived metrics take as equal
	ProcMetrics63                              // the proc PMDA has the metrics of 6.3.8
	LinuxMetrics63                             // the linux PMDA has the metrics of 6.3.8
	SampleMetrics63                            // the sample PMDA is that of 6.3.8
	ArchiveTexts                               // messages have "PCP archive" in place of "PCP archive log"
	IgnoredFeatures                            // unknown feature bits in an archive's label are ignored
	UnionOfNames                               // several archives: the names of all of them
	CounterRestart                             // rate() of a counter that went backwards has no value
	DerivedNovalue                             // derived metrics: novalue(), meta=, continued lines, guarded names, nesting refused
	DerivedOfExpression                        // derived metrics: delta, rate, instant of an expression
	RegisterOption                             // pminfo -r
	MissingDecompressor                        // a missing decompression program is reported
	ContainerNames                             // names of containers are checked
	CheckedEvents                              // event arrays must be complete
	LocalProc                                  // the local context has the proc PMDA
	NearestInterpolation                       // instant and discrete metrics are interpolated to the nearest observation
	ZstdArchives                               // .zst archives are read
	DescriptorErrorBlock                       // pminfo prints a block for a metric without a descriptor
	DynamicInstanceLabels                      // labels of instances of domains that change
	SquashNewlines                             // $PCP_SQUASH_NEWLINES
	MountsWithoutSizes                         // filesys.mountdir of file systems that statfs(2) fails for
	TmpfsSkipped                               // the linux PMDA skips file systems in memory
	InstantFreeCMA                             // mem.vmstat.nr_free_cma is an instantaneous value
	ClockOfScaling                             // hinv.cpu.clock: the scaling frequency where /proc/cpuinfo has none
	ReserveLabels                              // mem.zoneinfo.protection: a label lowmem_reserved
	MiscDebugOptions                           // -D misc and qed
	ProcMetrics72                              // the proc PMDA has the metrics of 7.2.2
	TidyCommandLines                           // the proc PMDA has command lines without control characters
	TmpfsAgain                                 // the linux PMDA has file systems in memory again
	LinuxMetrics72                             // the linux PMDA has the metrics of 7.2.2
	SampleMetrics72                            // the sample PMDA is that of 7.2.2
	MMVMetrics72                               // mmv.control.metrics; mmv.control.debug is a list of names
	NamedDebugOptions                          // -D takes names only; getopt is one; usage texts list -D
	TraceWords                                 // -D fetch and -D context have other words for some events
	IntervalFunctionName                       // an error of -t names pmParseInterval
	PreciseHeader                              // pmval -X: microseconds in the header
	FineSteps                                  // windows in nanoseconds, interpolation steps in microseconds, not in micro- and milliseconds; long intervals in microseconds
	ProbeVersionOption                         // pmprobe -d is --version, -e is no option
	SourceDateEpoch                            // pmgenmap honours $SOURCE_DATE_EPOCH
	NullMetricRefused                          // a fetch of PM_ID_NULL returns PM_ERR_PMID, not PM_ERR_NOAGENT
	UnboundDerivedHidden                       // derived metrics that cannot be bound have no name; the reason is reported
	SiteDerivedLast                            // the derived metrics of the site follow those of options, and need a context
	DerivedIndom                               // derived metrics: indom= in mkconst() and novalue()
	NovalueDefaults                            // novalue() fills in the metadata it is not given
	DerivedControl                             // #control lines and $PCP_DERIVED_CONTROL
	SkipBadArchives                            // several archives: those that cannot be read are skipped
	StoreFloatZero                             // pmstore stores 0 into a float
	OnelineDescriptors                         // pminfo -1
	MetadataChecks                             // pminfo -e, and -v checks descriptors
	OrderedVariables                           // variables that stand for options are read in a fixed order
	NoIgnoredOptions                           // pminfo -C is no option
	ExtraUnits                                 // units of temperature, voltage, current and power
	TimezoneChecks                             // time zones of -Z and -z are checked
	WideDeviceBytes                            // disk.dm and disk.md count bytes in 64 bits
	ExactNodeKeys                              // mem.numa.util.mapped is no longer that of FilePmdMapped
	FileTypeErrno                              // the C library beside it has a text for EFTYPE
	LenientLabelNames                          // names of labels may begin with a digit or _

	behaviourCount
)

// behaviours has the release that brought each.
var behaviours = [behaviourCount]struct {
	name  string
	since Version
}{
	BadArgumentCode:       {"BadArgumentCode", Version{6, 0, 4}},
	BatchedDescriptors:    {"BatchedDescriptors", Version{6, 0, 4}},
	IndomConfig:           {"IndomConfig", Version{6, 0, 4}},
	ProcMetrics63:         {"ProcMetrics63", Version{6, 0, 4}},
	LinuxMetrics63:        {"LinuxMetrics63", Version{6, 0, 4}},
	SampleMetrics63:       {"SampleMetrics63", Version{6, 0, 4}},
	ArchiveTexts:          {"ArchiveTexts", Version{6, 1, 0}},
	IgnoredFeatures:       {"IgnoredFeatures", Version{6, 1, 1}},
	UnionOfNames:          {"UnionOfNames", Version{6, 2, 1}},
	CounterRestart:        {"CounterRestart", Version{6, 2, 1}},
	DerivedNovalue:        {"DerivedNovalue", Version{6, 2, 2}},
	DerivedOfExpression:   {"DerivedOfExpression", Version{6, 3, 0}},
	RegisterOption:        {"RegisterOption", Version{6, 3, 0}},
	MissingDecompressor:   {"MissingDecompressor", Version{6, 3, 0}},
	ContainerNames:        {"ContainerNames", Version{6, 3, 1}},
	CheckedEvents:         {"CheckedEvents", Version{6, 3, 1}},
	LocalProc:             {"LocalProc", Version{6, 3, 1}},
	NearestInterpolation:  {"NearestInterpolation", Version{6, 3, 2}},
	ZstdArchives:          {"ZstdArchives", Version{6, 3, 2}},
	DescriptorErrorBlock:  {"DescriptorErrorBlock", Version{6, 3, 2}},
	DynamicInstanceLabels: {"DynamicInstanceLabels", Version{6, 3, 4}},
	SquashNewlines:        {"SquashNewlines", Version{6, 3, 4}},
	MountsWithoutSizes:    {"MountsWithoutSizes", Version{6, 3, 8}},
	TmpfsSkipped:          {"TmpfsSkipped", Version{6, 3, 8}},
	InstantFreeCMA:        {"InstantFreeCMA", Version{6, 3, 8}},
	ClockOfScaling:        {"ClockOfScaling", Version{6, 3, 8}},
	ReserveLabels:         {"ReserveLabels", Version{6, 3, 8}},
	MiscDebugOptions:      {"MiscDebugOptions", Version{6, 3, 8}},
	ProcMetrics72:         {"ProcMetrics72", Version{7, 0, 0}},
	TidyCommandLines:      {"TidyCommandLines", Version{7, 0, 0}},
	TmpfsAgain:            {"TmpfsAgain", Version{7, 0, 0}},
	LinuxMetrics72:        {"LinuxMetrics72", Version{7, 0, 0}},
	SampleMetrics72:       {"SampleMetrics72", Version{7, 0, 0}},
	MMVMetrics72:          {"MMVMetrics72", Version{7, 0, 0}},
	NamedDebugOptions:     {"NamedDebugOptions", Version{7, 0, 0}},
	TraceWords:            {"TraceWords", Version{7, 0, 0}}, // after 6.3.8; not dated more closely
	IntervalFunctionName:  {"IntervalFunctionName", Version{7, 0, 0}},
	PreciseHeader:         {"PreciseHeader", Version{7, 0, 0}},
	FineSteps:             {"FineSteps", Version{7, 0, 0}},
	ProbeVersionOption:    {"ProbeVersionOption", Version{7, 0, 0}},
	SourceDateEpoch:       {"SourceDateEpoch", Version{7, 0, 0}},
	NullMetricRefused:     {"NullMetricRefused", Version{7, 0, 3}},
	UnboundDerivedHidden:  {"UnboundDerivedHidden", Version{7, 1, 0}},
	SiteDerivedLast:       {"SiteDerivedLast", Version{7, 1, 0}}, // after 6.3.8; not dated more closely
	DerivedIndom:          {"DerivedIndom", Version{7, 1, 0}},
	NovalueDefaults:       {"NovalueDefaults", Version{7, 1, 0}},
	DerivedControl:        {"DerivedControl", Version{7, 1, 1}},
	SkipBadArchives:       {"SkipBadArchives", Version{7, 1, 4}},
	StoreFloatZero:        {"StoreFloatZero", Version{7, 1, 4}},
	OnelineDescriptors:    {"OnelineDescriptors", Version{7, 2, 0}},
	MetadataChecks:        {"MetadataChecks", Version{7, 2, 0}},
	OrderedVariables:      {"OrderedVariables", Version{7, 2, 0}}, // after 6.3.8; not dated more closely
	NoIgnoredOptions:      {"NoIgnoredOptions", Version{7, 2, 0}}, // likewise
	ExtraUnits:            {"ExtraUnits", Version{7, 2, 0}},
	TimezoneChecks:        {"TimezoneChecks", Version{7, 2, 0}},
	WideDeviceBytes:       {"WideDeviceBytes", Version{7, 2, 2}},
	ExactNodeKeys:         {"ExactNodeKeys", Version{7, 2, 2}},
	FileTypeErrno:         {"FileTypeErrno", Version{7, 2, 2}}, // of Debian, with glibc 2.43
	LenientLabelNames:     {"LenientLabelNames", Version{7, 2, 0}},
}

// Since returns the release that brought the behaviour.
func (b Behaviour) Since() Version { return behaviours[b].since }

func (b Behaviour) String() string { return behaviours[b].name }
