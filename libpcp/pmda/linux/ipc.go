package linux

import (
	"cmp"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/nss"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// ipc are the files in /proc/sysvipc: headings, and a line for each object.
type ipc [ipcKinds]ipcTable

// ipcTable is the file of a kind of object.
type ipcTable struct {
	file    file
	objects ipcObjects

	actualFile file
	actual     ipcObjects // of the machine itself
}

// ipcKind is a kind of object.
type ipcKind int

const (
	shm ipcKind = iota
	msg
	sem
	ipcKinds
)

var ipcPaths = [ipcKinds]string{shm: "/proc/sysvipc/shm", msg: "/proc/sysvipc/msg", sem: "/proc/sysvipc/sem"}

type ipcObjects struct{ set[ipcObject] }

// ipcObject is a line: key, identifier, permissions, and the columns of the kind of
// object.
type ipcObject [16]uint64

// The columns all kinds have.
const (
	ipcKey = iota
	ipcID
	ipcPerms
)

// The columns of shared memory, message queues and semaphores.
const (
	shmSize, shmCreator, shmLast, shmAttached, shmOwner, shmRSS, shmSwap = 3, 4, 5, 6, 7, 14, 15
	msgBytes, msgCount, msgSender, msgReceiver, msgOwner                 = 3, 4, 5, 6, 7
	semCount, semOwner                                                   = 3, 4
)

var (
	shmInDom = &pmda.InDom{Serial: 28, Members: domain[ipcObject]{shm}, OneLine: "the segments of shared memory"}
	msgInDom = &pmda.InDom{Serial: 29, Members: domain[ipcObject]{msg}, OneLine: "the queues of messages"}
	semInDom = &pmda.InDom{Serial: 30, Members: domain[ipcObject]{sem}, OneLine: "the sets of semaphores"}
)

func (k ipcKind) set(r *pmda.Request) *set[ipcObject] {
	t := &of(r).ipc[k]
	t.objects.update(r, nil, func() { t.objects.parse(t.file.of(r, &of(r).host, ipcPaths[k])) })
	return &t.objects.set
}

// parse adds the objects, whose numbers are their names.
func (s *ipcObjects) parse(text []byte) {
	for _, text = cutLine(text); len(text) > 0; {
		var line []byte
		line, text = cutLine(text)
		var o ipcObject
		if fixed(o[:], line) > semOwner {
			*s.add(strconv.Itoa(int(int32(o[ipcID])))) = o
		}
	}
}

// ipcColumn is the source of a column of each object.
type ipcColumn int

func (c ipcColumn) Value(r *pmda.Request) (libpcp.Atom, error) {
	return each[ipcObject](func(o *ipcObject) uint64 { return o[c] }).Value(r)
}

// ipcOwner is the source of the owner of each object, by column.
type ipcOwner int

// Value is the name of the user.
func (c ipcOwner) Value(r *pmda.Request) (libpcp.Atom, error) {
	return eachText[ipcObject](func(o *ipcObject) string { return userName(o[c]) }).Value(r)
}

func (o *ipcObject) key() string         { return "0x" + hexKey(uint32(o[ipcKey])) }
func (o *ipcObject) permissions() uint64 { return o[ipcPerms] % 1000 }

func hexKey(key uint32) string {
	digits := strconv.FormatUint(uint64(key), 16)
	return strings.Repeat("0", 8-len(digits)) + digits
}

// status is the part of the permissions of shared memory that is a state.
func (o *ipcObject) status() string {
	switch o[ipcPerms] / 1000 & 3 {
	case 1:
		return "dest"
	case 2:
		return "locked"
	case 3:
		return "dest locked"
	}
	return ""
}

// userName is the name of a user, or the number.
func userName(id uint64) string {
	number := strconv.FormatUint(id, 10)
	text, _ := pseudo.Read(nil, "/etc/passwd", pseudo.MaxFile)
	for line := range strings.Lines(string(text)) {
		if fields := strings.SplitN(line, ":", 4); len(fields) == 4 && fields[2] == number {
			return fields[0]
		}
	}
	return cmp.Or(nss.Host.User(uint32(id)), number)
}

// Limits of the kernel that cannot be changed.
const (
	semUndoSize    = 20    // SEMUSZ
	semMaxValue    = 32767 // SEMVMX
	msgSegmentSize = 16    // MSGSSZ
	msgSegments    = 65535 // MSGSEG
	msgHeaders     = 16384 // MSGMAP, MSGTQL
)

// kernelLimit is the source of a limit, by its file in /proc/sys/kernel. Limits and
// sums come from the machine even where $LINUX_STATSPATH leads elsewhere: the agents
// ask by system calls.
type kernelLimit string

func (name kernelLimit) Value(r *pmda.Request) (libpcp.Atom, error) {
	if n, ok := ipcLimits()[string(name)]; ok {
		return whole(r, n), nil
	}
	n, err := of(r).actual.number("/proc/sys/kernel/" + string(name))
	return whole(r, n), err
}

// semLimit is the source of a number of the file sem: for each set, on the whole,
// for each operation, and sets.
type semLimit int

func (c semLimit) Value(r *pmda.Request) (libpcp.Atom, error) {
	if n, ok := ipcLimits()[[...]string{"semmsl", "semmns", "semopm", "semmni"}[c]]; ok {
		return whole(r, n), nil
	}
	line, err := of(r).actual.line("/proc/sys/kernel/sem")
	if err != nil {
		return libpcp.Atom{}, err
	}
	var limits [4]uint64
	fixed(limits[:], line)
	return whole(r, limits[c]), nil
}

// messagePool supplies the size of all messages that there can be.
func (a *agent) messagePool(r *pmda.Request) (libpcp.Atom, error) {
	if n, ok := ipcLimits()["msgpool"]; ok {
		return whole(r, n), nil
	}
	queues, err := a.actual.number("/proc/sys/kernel/msgmni")
	if err != nil {
		return libpcp.Atom{}, err
	}
	bytes, err := a.actual.number("/proc/sys/kernel/msgmnb")
	return whole(r, queues*bytes/1024), err
}

// actual returns the objects of the machine itself.
func (k ipcKind) actual(r *pmda.Request) []ipcObject {
	t := &of(r).ipc[k]
	t.actual.update(r, nil, func() { t.actual.parse(t.actualFile.of(r, &of(r).actual, ipcPaths[k])) })
	return t.actual.things
}

// ipcCount is the source of the number of objects.
type ipcCount ipcKind

func (k ipcCount) Value(r *pmda.Request) (libpcp.Atom, error) {
	return whole(r, uint64(len(ipcKind(k).actual(r)))), nil
}

// ipcSum is the source of the sum of a column over all objects.
type ipcSum struct {
	kind   ipcKind
	column int
}

func (s ipcSum) Value(r *pmda.Request) (libpcp.Atom, error) {
	var sum uint64
	for _, o := range s.kind.actual(r) {
		sum += o[s.column]
	}
	return whole(r, sum), nil
}

// sharedMemory supplies the sum of all segments, each in whole pages.
func (a *agent) sharedMemory(r *pmda.Request) (libpcp.Atom, error) {
	var sum uint64
	for _, o := range shm.actual(r) {
		sum += (o[shmSize] + a.pageSize - 1) / a.pageSize * a.pageSize
	}
	return whole(r, sum), nil
}

var ipcMetrics = []pmda.Metric{
	{Name: "ipc.sem.max_semmap", Cluster: 21, Item: 0, Type: u32, Sem: discrete, Source: semLimit(1), OneLine: "entries the map of semaphores has"},
	{Name: "ipc.sem.max_semid", Cluster: 21, Item: 1, Type: u32, Sem: discrete, Source: semLimit(3), OneLine: "sets of semaphores there can be"},
	{Name: "ipc.sem.max_sem", Cluster: 21, Item: 2, Type: u32, Sem: discrete, Source: semLimit(1), OneLine: "semaphores there can be"},
	{Name: "ipc.sem.num_undo", Cluster: 21, Item: 3, Type: u32, Sem: discrete, Source: semLimit(1), OneLine: "undo structures there can be"},
	{Name: "ipc.sem.max_perid", Cluster: 21, Item: 4, Type: u32, Sem: discrete, Source: semLimit(0), OneLine: "semaphores a set can have"},
	{Name: "ipc.sem.max_ops", Cluster: 21, Item: 5, Type: u32, Sem: discrete, Source: semLimit(2), OneLine: "operations a call of semop(2) can have"},
	{Name: "ipc.sem.max_undoent", Cluster: 21, Item: 6, Type: u32, Sem: discrete, Source: semLimit(2), OneLine: "undo entries a process can have"},
	{Name: "ipc.sem.sz_semundo", Cluster: 21, Item: 7, Type: u32, Sem: discrete, Source: constant(semUndoSize), OneLine: "size of an undo structure"},
	{Name: "ipc.sem.max_semval", Cluster: 21, Item: 8, Type: u32, Sem: discrete, Source: constant(semMaxValue), OneLine: "largest value of a semaphore"},
	{Name: "ipc.sem.max_exit", Cluster: 21, Item: 9, Type: u32, Sem: discrete, Source: constant(semMaxValue), OneLine: "largest value that undoing can add"},
	{Name: "ipc.sem.used_sem", Cluster: 61, Item: 0, Type: u32, Sem: instant, Source: ipcCount(sem), OneLine: "sets of semaphores there are"},
	{Name: "ipc.sem.tot_sem", Cluster: 61, Item: 1, Type: u32, Sem: instant, Source: ipcSum{sem, semCount}, OneLine: "semaphores there are"},
	{Name: "ipc.sem.key", Cluster: 66, Item: 0, Type: str, InDom: semInDom, Sem: discrete, Source: eachText[ipcObject]((*ipcObject).key), OneLine: "key of each set of semaphores"},
	{Name: "ipc.sem.owner", Cluster: 66, Item: 1, Type: str, InDom: semInDom, Sem: discrete, Source: ipcOwner(semOwner), OneLine: "user who owns each set of semaphores"},
	{Name: "ipc.sem.perms", Cluster: 66, Item: 2, Type: u32, InDom: semInDom, Sem: instant, Source: each[ipcObject]((*ipcObject).permissions), OneLine: "permissions of each set of semaphores, octal digits read as a decimal number"},
	{Name: "ipc.sem.nsems", Cluster: 66, Item: 3, Type: u32, InDom: semInDom, Sem: instant, Source: ipcColumn(semCount), OneLine: "semaphores in each set"},
	{Name: "ipc.msg.sz_pool", Cluster: 22, Item: 0, Type: u32, Sem: discrete, Units: libpcp.KByte, Source: from((*agent).messagePool), OneLine: "size of the pool of messages"},
	{Name: "ipc.msg.mapent", Cluster: 22, Item: 1, Type: u32, Sem: discrete, Source: constant(msgHeaders), OneLine: "entries the map of messages has"},
	{Name: "ipc.msg.max_msgsz", Cluster: 22, Item: 2, Type: u32, Sem: discrete, Source: kernelLimit("msgmax"), OneLine: "largest message there can be"},
	{Name: "ipc.msg.max_defmsgq", Cluster: 22, Item: 3, Type: u32, Sem: discrete, Source: kernelLimit("msgmnb"), OneLine: "bytes a queue of messages can hold"},
	{Name: "ipc.msg.max_msgqid", Cluster: 22, Item: 4, Type: u32, Sem: discrete, Source: kernelLimit("msgmni"), OneLine: "queues of messages there can be"},
	{Name: "ipc.msg.max_msgseg", Cluster: 22, Item: 5, Type: u32, Sem: discrete, Source: constant(msgSegmentSize), OneLine: "size of a segment of messages"},
	{Name: "ipc.msg.num_smsghdr", Cluster: 22, Item: 6, Type: u32, Sem: discrete, Source: constant(msgHeaders), OneLine: "headers of messages there can be"},
	{Name: "ipc.msg.max_seg", Cluster: 22, Item: 7, Type: u32, Sem: discrete, Source: constant(msgSegments), OneLine: "segments of messages there can be"},
	{Name: "ipc.msg.used_queues", Cluster: 62, Item: 0, Type: u32, Sem: instant, Source: ipcCount(msg), OneLine: "queues of messages there are"},
	{Name: "ipc.msg.tot_msg", Cluster: 62, Item: 1, Type: u32, Sem: instant, Source: ipcSum{msg, msgCount}, OneLine: "messages in all queues"},
	{Name: "ipc.msg.tot_bytes", Cluster: 62, Item: 2, Type: u32, Sem: instant, Units: libpcp.Byte, Source: ipcSum{msg, msgBytes}, OneLine: "bytes in all queues of messages"},
	{Name: "ipc.msg.key", Cluster: 65, Item: 0, Type: str, InDom: msgInDom, Sem: discrete, Source: eachText[ipcObject]((*ipcObject).key), OneLine: "key of each queue of messages"},
	{Name: "ipc.msg.owner", Cluster: 65, Item: 1, Type: str, InDom: msgInDom, Sem: discrete, Source: ipcOwner(msgOwner), OneLine: "user who owns each queue of messages"},
	{Name: "ipc.msg.perms", Cluster: 65, Item: 2, Type: u32, InDom: msgInDom, Sem: instant, Source: each[ipcObject]((*ipcObject).permissions), OneLine: "permissions of each queue of messages, octal digits read as a decimal number"},
	{Name: "ipc.msg.msgsz", Cluster: 65, Item: 3, Type: u32, InDom: msgInDom, Sem: discrete, Units: libpcp.Byte, Source: ipcColumn(msgBytes), OneLine: "bytes in each queue of messages"},
	{Name: "ipc.msg.messages", Cluster: 65, Item: 4, Type: u32, InDom: msgInDom, Sem: instant, Source: ipcColumn(msgCount), OneLine: "messages in each queue"},
	{Name: "ipc.msg.last_send_pid", Cluster: 65, Item: 5, Type: u32, InDom: msgInDom, Sem: instant, Units: libpcp.Byte, Source: ipcColumn(msgSender), OneLine: "process that sent the last message to each queue"},
	{Name: "ipc.msg.last_recv_pid", Cluster: 65, Item: 6, Type: u32, InDom: msgInDom, Sem: instant, Source: ipcColumn(msgReceiver), OneLine: "process that received the last message from each queue"},
	{Name: "ipc.shm.max_segsz", Cluster: 23, Item: 0, Type: u32, Sem: discrete, Units: libpcp.Byte, Source: kernelLimit("shmmax"), OneLine: "largest segment of shared memory there can be"},
	{Name: "ipc.shm.min_segsz", Cluster: 23, Item: 1, Type: u32, Sem: discrete, Units: libpcp.Byte, Source: constant(1), OneLine: "smallest segment of shared memory there can be"},
	{Name: "ipc.shm.max_seg", Cluster: 23, Item: 2, Type: u32, Sem: discrete, Source: kernelLimit("shmmni"), OneLine: "segments of shared memory there can be"},
	{Name: "ipc.shm.max_segproc", Cluster: 23, Item: 3, Type: u32, Sem: discrete, Source: kernelLimit("shmmni"), OneLine: "segments of shared memory a process can attach"},
	{Name: "ipc.shm.max_shmsys", Cluster: 23, Item: 4, Type: u32, Sem: discrete, Source: kernelLimit("shmall"), OneLine: "pages of shared memory there can be"},
	{Name: "ipc.shm.tot", Cluster: 56, Item: 0, Type: u32, Sem: instant, Units: libpcp.Byte, Source: from((*agent).sharedMemory), OneLine: "size of all segments of shared memory"},
	{Name: "ipc.shm.rss", Cluster: 56, Item: 1, Type: u32, Sem: instant, Units: libpcp.Byte, Source: ipcSum{shm, shmRSS}, OneLine: "shared memory that is in memory"},
	{Name: "ipc.shm.swp", Cluster: 56, Item: 2, Type: u32, Sem: instant, Units: libpcp.Byte, Source: ipcSum{shm, shmSwap}, OneLine: "shared memory that is swapped out"},
	{Name: "ipc.shm.used_ids", Cluster: 56, Item: 3, Type: u32, Sem: instant, Source: ipcCount(shm), OneLine: "segments of shared memory there are"},
	{Name: "ipc.shm.swap_attempts", Cluster: 56, Item: 4, Type: u32, Sem: instant, Source: constant(0), OneLine: "attempts to swap shared memory, no longer counted"},
	{Name: "ipc.shm.swap_successes", Cluster: 56, Item: 5, Type: u32, Sem: instant, Source: constant(0), OneLine: "successful attempts to swap shared memory, no longer counted"},
	{Name: "ipc.shm.key", Cluster: 64, Item: 0, Type: str, InDom: shmInDom, Sem: discrete, Source: eachText[ipcObject]((*ipcObject).key), OneLine: "key of each segment of shared memory"},
	{Name: "ipc.shm.owner", Cluster: 64, Item: 1, Type: str, InDom: shmInDom, Sem: discrete, Source: ipcOwner(shmOwner), OneLine: "user who owns each segment of shared memory"},
	{Name: "ipc.shm.perms", Cluster: 64, Item: 2, Type: u32, InDom: shmInDom, Sem: instant, Source: each[ipcObject]((*ipcObject).permissions), OneLine: "permissions of each segment of shared memory, octal digits read as a decimal number"},
	{Name: "ipc.shm.segsz", Cluster: 64, Item: 3, Type: u32, InDom: shmInDom, Sem: discrete, Units: libpcp.Byte, Source: ipcColumn(shmSize), OneLine: "size of each segment of shared memory"},
	{Name: "ipc.shm.nattch", Cluster: 64, Item: 4, Type: u32, InDom: shmInDom, Sem: instant, Source: ipcColumn(shmAttached), OneLine: "processes that have attached each segment of shared memory"},
	{Name: "ipc.shm.status", Cluster: 64, Item: 5, Type: str, InDom: shmInDom, Sem: instant, Source: eachText[ipcObject]((*ipcObject).status), OneLine: "state of each segment of shared memory: empty, dest if it goes when nobody uses it, or locked"},
	{Name: "ipc.shm.creator_pid", Cluster: 64, Item: 6, Type: u32, InDom: shmInDom, Sem: discrete, Source: ipcColumn(shmCreator), OneLine: "process that made each segment of shared memory"},
	{Name: "ipc.shm.last_access_pid", Cluster: 64, Item: 7, Type: u32, InDom: shmInDom, Sem: instant, Source: ipcColumn(shmLast), OneLine: "process that was the last to attach or detach each segment of shared memory"},
}
