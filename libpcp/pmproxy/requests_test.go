package pmproxy

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// heard is a server that writes down what it is asked, and answers in turn.
type heard struct {
	requests []string
	answers  map[string][]string // by servlet; the last one again and again
}

func (h *heard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	servlet := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	h.requests = append(h.requests, strings.TrimPrefix(r.URL.Path, "/pmapi/")+"?"+r.URL.Query().Encode())
	answer := map[string]string{"context": `{"context":7,"hostspec":"far.example"}`, "metric": fourMetrics}[servlet]
	if list := h.answers[servlet]; len(list) > 0 {
		answer, h.answers[servlet] = list[0], list[min(1, len(list)-1):]
	}
	if strings.HasPrefix(answer, `{"message"`) {
		w.WriteHeader(http.StatusBadRequest)
	}
	io.WriteString(w, answer)
}

func (h *heard) client(t *testing.T) *Client {
	t.Helper()
	need.Loopback(t)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := Dial(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	h.requests = nil
	return c
}

// TestStore stores values of each type, as text that is read as the same, one by one;
// events, what pmproxy refuses, and nothing at all are errors.
func TestStore(t *testing.T) {
	h := &heard{answers: map[string][]string{"store": {`{"success":true}`}}}
	c := h.client(t)
	store := func(i int, inst int32, a libpcp.Atom) error {
		set, err := libpcp.NewValueSet(fourIDs[i], inst, a)
		if err != nil {
			t.Fatal(err)
		}
		return sourcetest.Direct(c).Store(t.Context(), &libpcp.Result{Sets: []libpcp.ValueSet{set}})
	}
	for _, err := range []error{
		store(0, libpcp.NullInst, libpcp.Int32Atom(-5)), store(1, libpcp.NullInst, libpcp.Uint64Atom(1<<64-1)),
		store(2, 3, libpcp.DoubleAtom(0.30000000000000004)), store(3, libpcp.NullInst, libpcp.StringAtom("a&b=c d")),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	stored := slices.DeleteFunc(h.requests, func(r string) bool { return !strings.HasPrefix(r, "7/store?") })
	if diff := cmp.Diff([]string{
		"7/store?name=a.int&value=-5", "7/store?name=a.u64&value=18446744073709551615",
		"7/store?instance=3&name=a.double&value=0.30000000000000004", "7/store?name=a.string&value=a%26b%3Dc+d",
	}, stored); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if err := sourcetest.Direct(c).Store(t.Context(), nil); err != libpcp.ErrTooSmall {
		t.Errorf("nothing: %v", err)
	}
	if err := store(1, libpcp.NullInst, libpcp.StringAtom("x")); err == nil {
		t.Error("a string is stored as a number")
	}
	for answer, want := range map[string]libpcp.Error{
		`{"message":"No permission to perform requested operation","success":false}`: libpcp.ErrPermission, `{`: libpcp.ErrIPC,
	} {
		h.answers["store"] = []string{answer}
		if err := store(0, libpcp.NullInst, libpcp.Int32Atom(1)); libpcp.Code(err) != want {
			t.Errorf("%s: %v, want %v", answer, err, want)
		}
	}
}

// TestStoreText has a text for the types of numbers and strings alone.
func TestStoreText(t *testing.T) {
	for want, a := range map[string]libpcp.Atom{
		"-7": libpcp.Int32Atom(-7), "7": libpcp.Uint32Atom(7), "-9223372036854775808": libpcp.Int64Atom(-1 << 63), "8": libpcp.Uint64Atom(8),
		"0.1": libpcp.FloatAtom(0.1), "1e+300": libpcp.DoubleAtom(1e300), "text": libpcp.StringAtom("text"),
	} {
		if got, ok := storeText(a); got != want || !ok {
			t.Errorf("%v: %q, %t", a, got, ok)
		}
	}
	if got, ok := storeText(libpcp.Atom{Type: libpcp.TypeEvent}); got != "" || ok {
		t.Errorf("an event: %q", got)
	}
}

// TestDerive defines a metric; names that were loaded before are loaded again.
func TestDerive(t *testing.T) {
	h := &heard{answers: map[string][]string{"derive": {`{"success":true}`, `{"message":"Syntax error","success":false}`, `{"success":false}`}}}
	c := h.client(t)
	if err := c.Derive(t.Context(), "d.x", "a.int * 2"); err != nil || !slices.Equal(h.requests, []string{"7/derive?expr=a.int+%2A+2&name=d.x"}) {
		t.Errorf("%v, %q", err, h.requests)
	}
	for range 2 {
		if err := c.Derive(t.Context(), "d.y", "a.int *"); libpcp.Code(err) == 0 {
			t.Errorf("refused: %v", err)
		}
	}
}

// TestInstances finds instances by number, by name, and by the first word of a name; what
// is not there has the error of its kind.
func TestInstances(t *testing.T) {
	h := &heard{answers: map[string][]string{"indom": {`{"instances":[{"instance":5,"name":"five"},{"instance":2,"name":"two more"},{"instance":1,"name":"two"}]}`}}}
	c := h.client(t)
	ctx, d := t.Context(), libpcp.NewInDom(60, 1)
	list, err := sourcetest.Direct(c).Instances(ctx, d)
	if diff := cmp.Diff([]libpcp.Instance{{ID: 1, Name: "two"}, {ID: 2, Name: "two more"}, {ID: 5, Name: "five"}}, list); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	for id, want := range map[int32]string{5: "five", 2: "two more", 3: ""} {
		q := libpcp.InstanceNameQuery{InDom: d, Inst: id}
		if c.Ask(ctx, &q); q.Name != want || (libpcp.Code(q.Err) == libpcp.ErrInst) != (want == "") {
			t.Errorf("%d: %q, %v", id, q.Name, q.Err)
		}
		if last := h.requests[len(h.requests)-1]; last != fmt.Sprintf("7/indom?indom=60.1&instance=%d", id) {
			t.Errorf("asked %s", last)
		}
	}
	for name, want := range map[string]int32{"five": 5, "two": 1, "two more": 2, "tw": libpcp.NullInst, "five ": libpcp.NullInst} {
		q := libpcp.InstanceIDQuery{InDom: d, Name: name}
		if c.Ask(ctx, &q); q.Inst != want || (libpcp.Code(q.Err) == libpcp.ErrInst) != (want == libpcp.NullInst) {
			t.Errorf("%q: %d, %v", name, q.Inst, q.Err)
		}
	}
	h.answers["indom"] = []string{`{"instances":[{"instance":2,"name":"two more"}]}`}
	if q := (libpcp.InstanceIDQuery{InDom: d, Name: "two"}); true {
		if c.Ask(ctx, &q); q.Inst != 2 || q.Err != nil {
			t.Errorf("by the first word: %d, %v", q.Inst, q.Err)
		}
	}
	h.answers["indom"] = []string{`{"instances":[]}`}
	for serial, want := range map[uint32]error{1: nil, 2: libpcp.ErrInDom} {
		if list, err := sourcetest.Direct(c).Instances(ctx, libpcp.NewInDom(60, serial)); len(list) != 0 || err != want {
			t.Errorf("60.%d without instances: %v, %v", serial, list, err)
		}
	}
	h.answers["indom"] = []string{`{"instances":[{"instance":1,"name":""}]}`}
	for _, q := range []libpcp.Query{&libpcp.InstancesQuery{InDom: d}, &libpcp.InstanceNameQuery{InDom: d, Inst: 1}, &libpcp.InstanceIDQuery{InDom: d, Name: "x"}} {
		c.Ask(ctx, q)
		var err error
		switch q := q.(type) {
		case *libpcp.InstancesQuery:
			err = q.Err
		case *libpcp.InstanceNameQuery:
			err = q.Err
		case *libpcp.InstanceIDQuery:
			err = q.Err
		}
		if libpcp.Code(err) != libpcp.ErrIPC {
			t.Errorf("%T without a name: %v", q, err)
		}
	}
}

// TestExpired has a pmproxy that forgets a context, which is opened again, once; the twin of
// a client has a context of its own, and a closed client none.
func TestExpired(t *testing.T) {
	const forgotten = `{"message":"unknown context identifier: 7","success":false}`
	h := &heard{answers: map[string][]string{"store": {forgotten, `{"success":true}`}, "context": {`{"context":7}`, `{"context":8}`, `{"context":9}`}}}
	c := h.client(t)
	set, _ := libpcp.NewValueSet(fourIDs[0], libpcp.NullInst, libpcp.Int32Atom(1))
	store := func(src libpcp.Source) error {
		return sourcetest.Direct(src).Store(context.Background(), &libpcp.Result{Sets: []libpcp.ValueSet{set}})
	}
	if err := store(c); err != nil {
		t.Error(err)
	}
	twin, err := c.Duplicate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := store(twin); err != nil {
		t.Error(err)
	}
	var got []string
	for _, r := range h.requests {
		place, _, _ := strings.Cut(r, "?")
		got = append(got, place)
	}
	if want := []string{"7/metric", "7/store", "context", "8/store", "context", "9/metric", "9/store"}; !slices.Equal(got, want) {
		t.Errorf("requests: %q, want %q", got, want)
	}
	c.Close()
	if err := store(c); err != libpcp.ErrIPC {
		t.Errorf("closed: %v", err)
	}
}
