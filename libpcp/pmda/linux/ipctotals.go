package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// Limits of the kernel that cannot be changed.
const (
	semUndoSize    = 20    // SEMUSZ
	semMaxValue    = 32767 // SEMVMX
	msgSegmentSize = 16    // MSGSSZ
	msgSegments    = 65535 // MSGSEG
	msgHeaders     = 16384 // MSGMAP, MSGTQL
)

// ipcLimit supplies the limits, most of them in files of /proc/sys/kernel.
// Limits and sums are those of the machine, which the genuine agent asks by
// system calls, even where $LINUX_STATSPATH leads elsewhere.
func (i *ipc) ipcLimit(r *pmda.Request) (libpcp.Atom, error) {
	var n uint64
	var err error
	switch r.Metric.Cluster {
	case clusterSemLimits:
		n, err = i.semLimit(r, r.Metric.Key)
	case clusterMsgLimits:
		n, err = i.msgLimit(r.Metric.Key)
	default:
		n, err = i.shmLimit(r.Metric.Key)
	}
	return whole(r, n), err
}

// semLimit is a number of the file sem: for each set, on the whole, for each
// operation, and sets.
func (i *ipc) semLimit(r *pmda.Request, what string) (uint64, error) {
	switch what {
	case "sz_semundo":
		return semUndoSize, nil
	case "max_semval", "max_exit":
		return semMaxValue, nil
	}
	line, err := i.actual.line("/proc/sys/kernel/sem")
	if err != nil {
		return 0, err
	}
	var limits [4]uint64
	fixed(limits[:], line)
	switch what {
	case "max_perid":
		return limits[0], nil
	case "max_ops", "max_undoent":
		return limits[2], nil
	case "max_semid":
		return limits[3], nil
	}
	return limits[1], nil
}

func (i *ipc) msgLimit(what string) (uint64, error) {
	switch what {
	case "mapent", "num_smsghdr":
		return msgHeaders, nil
	case "max_msgseg":
		return msgSegmentSize, nil
	case "max_seg":
		return msgSegments, nil
	case "max_msgsz":
		return i.actual.number("/proc/sys/kernel/msgmax")
	case "max_defmsgq":
		return i.actual.number("/proc/sys/kernel/msgmnb")
	case "max_msgqid":
		return i.actual.number("/proc/sys/kernel/msgmni")
	}
	queues, err := i.actual.number("/proc/sys/kernel/msgmni")
	if err != nil {
		return 0, err
	}
	bytes, err := i.actual.number("/proc/sys/kernel/msgmnb")
	return queues * bytes / 1024, err
}

func (i *ipc) shmLimit(what string) (uint64, error) {
	switch what {
	case "min_segsz":
		return 1, nil
	case "max_segsz":
		return i.actual.number("/proc/sys/kernel/shmmax")
	case "max_shmsys":
		return i.actual.number("/proc/sys/kernel/shmall")
	}
	return i.actual.number("/proc/sys/kernel/shmmni")
}

// ipcTotal supplies sums over all objects of a kind.
func (c *ipc) ipcTotal(r *pmda.Request, t *ipcTable) (libpcp.Atom, error) {
	t.actual.update(r, func() error {
		t.actual.parse(t.actualFile.of(r, &c.actual, "/proc/sysvipc/"+t.name))
		return nil
	})
	what := r.Metric.Key
	if what == "swap_attempts" || what == "swap_successes" {
		return whole(r, 0), nil // no longer counted
	}
	var sum uint64
	for i := range t.actual.things {
		sum += c.share(&t.actual.things[i], what)
	}
	return whole(r, sum), nil
}

// share is what an object adds to a sum.
func (i *ipc) share(o *ipcObject, what string) uint64 {
	switch what {
	case "tot":
		return (o[shmSize] + i.pageSize - 1) / i.pageSize * i.pageSize
	case "rss":
		return o[shmRSS]
	case "swp":
		return o[shmSwap]
	case "tot_msg":
		return o[msgCount]
	case "tot_bytes":
		return o[msgBytes]
	case "tot_sem":
		return o[semCount]
	}
	return 1 // object
}
