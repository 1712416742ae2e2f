package libpcp_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
)

// shop is an agent with what the examples need. Other programs connect to a
// pmcd (package pmcd) or open whatever the user names (package pcp).
func shop() *libpcp.Context {
	counters := &pmda.InDom{Serial: 0, OneLine: "lines before the tills", Instances: []libpcp.Instance{{ID: 0, Name: "left"}, {ID: 1, Name: "right"}}}
	limit := uint32(7)
	agent := &pmda.Agent{
		Name: "shop",
		Metrics: []pmda.Metric{{
			Name: "shop.queue", Item: 0, InDom: counters, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
			OneLine: "customers in line",
			Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
				return libpcp.Uint32Atom(uint32(3 + 2*r.Inst)), nil
			},
		}, {
			Name: "shop.limit", Item: 1, Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete,
			OneLine: "customers that may be inside", Labels: `{"set_by":"owner"}`,
			Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Uint32Atom(limit), nil },
			Store: func(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
				limit = uint32(v.Uint64())
				return nil
			},
		}, {
			Name: "shop.sales", Item: 2, Type: libpcp.TypeEvent, Sem: libpcp.SemDiscrete,
			OneLine: "what was sold",
			Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
				var events pmda.EventArray
				events.Add(time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC), libpcp.EventPoint)
				events.Param(r.PMID(0, 3), libpcp.StringAtom("bread"))
				return events.Atom(), nil
			},
		}, {
			Name: "shop.article", Item: 3, Type: libpcp.TypeString, Sem: libpcp.SemDiscrete, Fetch: pmda.Parameter,
		}},
		InDoms: []*pmda.InDom{counters},
	}
	return libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 402, Name: "shop", New: func() *pmda.Agent { return agent }}))
}

// Values of a metric as they are fetched, with the names of their instances.
func ExampleContext_Fetch() {
	ctx := context.Background()
	c := shop()
	defer c.Close()
	ids, err := c.Lookup(ctx, "shop.queue")
	if err != nil {
		log.Fatal(err)
	}
	desc, err := c.Desc(ctx, ids[0])
	if err != nil {
		log.Fatal(err)
	}
	result, err := c.Fetch(ctx, ids)
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range result.Sets[0].Values {
		name, err := c.InstanceName(ctx, desc.InDom, v.Inst)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(name, v.Word)
	}
	// Output:
	// left 3
	// right 5
}

// Questions that do not depend on each other, which cost a pmcd one round trip.
func ExampleContext_Batch() {
	ctx := context.Background()
	c := shop()
	defer c.Close()
	names := libpcp.TraverseQuery{Name: "shop"}
	found := libpcp.LookupQuery{Names: []string{"shop.queue", "shop.door"}}
	c.Batch(ctx, &names, &found)
	fmt.Println(names.Names)
	for i, reply := range found.Replies {
		fmt.Println(found.Names[i], reply.ID, reply.Err)
	}
	// Output:
	// [shop.queue shop.limit shop.sales shop.article]
	// shop.queue 402.0.0 <nil>
	// shop.door PM_ID_NULL Unknown metric name
}

// The labels of a metric, to which its agent and its source contribute.
func ExampleContext_MergedLabels() {
	ctx := context.Background()
	c := shop()
	defer c.Close()
	ids, err := c.Lookup(ctx, "shop.limit")
	if err != nil {
		log.Fatal(err)
	}
	labels, err := c.MergedLabels(ctx, ids[0], libpcp.NullInst)
	if err != nil {
		log.Fatal(err)
	}
	for _, l := range labels.Labels {
		if l.Name == "agent" || l.Name == "set_by" { // there are also those of the host
			fmt.Println(l.Name, l.Value)
		}
	}
	// Output:
	// agent "shop"
	// set_by "owner"
}

// A value is changed.
func ExampleContext_Store() {
	ctx := context.Background()
	c := shop()
	defer c.Close()
	ids, err := c.Lookup(ctx, "shop.limit")
	if err != nil {
		log.Fatal(err)
	}
	set, err := libpcp.NewValueSet(ids[0], libpcp.NullInst, libpcp.Uint32Atom(9))
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Store(ctx, &libpcp.Result{Sets: []libpcp.ValueSet{set}}); err != nil {
		log.Fatal(err)
	}
	result, err := c.Fetch(ctx, ids)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Set(ids[0]).Float64(0, libpcp.TypeU32))
	// Output:
	// 9 <nil>
}

// The records in a value of a metric of events.
func ExampleUnpackEvents() {
	ctx := context.Background()
	c := shop()
	defer c.Close()
	ids, err := c.Lookup(ctx, "shop.sales")
	if err != nil {
		log.Fatal(err)
	}
	result, err := c.Fetch(ctx, ids)
	if err != nil {
		log.Fatal(err)
	}
	records, err := libpcp.UnpackEvents(result.Sets[0].Values[0].Block())
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range records {
		for _, p := range r.Params {
			name, err := c.Name(ctx, p.PMID)
			if err != nil {
				log.Fatal(err)
			}
			article, err := p.Atom(0, libpcp.TypeString)
			fmt.Println(r.Time.UTC().Format(time.TimeOnly), name, article.Text(), err)
		}
	}
	// Output:
	// 12:00:00 shop.article bread <nil>
}

// Values are converted to other units.
func ExampleConvertScale() {
	kbyte, _, err := libpcp.ParseUnits("Kbyte")
	if err != nil {
		log.Fatal(err)
	}
	gbyte, _, err := libpcp.ParseUnits("Gbyte")
	if err != nil {
		log.Fatal(err)
	}
	a, err := libpcp.ConvertScale(libpcp.DoubleAtom(3<<20), kbyte, gbyte)
	fmt.Println(a.Float64(), gbyte, err)
	// Output:
	// 3 Gbyte <nil>
}

// A number in seven characters, as in columns of tables.
func ExampleNumberStr() {
	for _, v := range []float64{0.5, 123456, 7.5e9} {
		fmt.Printf("%q\n", libpcp.NumberStr(v))
	}
	// Output:
	// "  0.50 "
	// "123.46K"
	// "  7.50G"
}

// Numbers of a fetch in the type of the metric, or as integers.
func ExampleValueSet_Uint64() {
	ctx := context.Background()
	c := shop()
	defer c.Close()
	ids, err := c.Lookup(ctx, "shop.limit")
	if err != nil {
		log.Fatal(err)
	}
	result, err := c.Fetch(ctx, ids)
	if err != nil {
		log.Fatal(err)
	}
	set := result.Set(ids[0])
	fmt.Println(set.Uint64(0, libpcp.TypeU32))
	fmt.Println(set.Int64(1, libpcp.TypeU32))
	// Output:
	// 7 <nil>
	// 0 Missing metric value(s)
}

// A goroutine has a context of its own, which asks the same source.
func ExampleContext_Duplicate() {
	ctx := context.Background()
	c := shop()
	defer c.Close()
	own, err := c.Duplicate(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer own.Close()
	text, err := own.InDomText(ctx, libpcp.NewInDom(402, 0), libpcp.TextOneLine)
	fmt.Println(text, err, own.NamesOrigin() == libpcp.NamesLocal)
	// Output:
	// lines before the tills <nil> true
}

// Units are sums of one unit of each dimension.
func ExampleUnits() {
	for _, u := range []libpcp.Units{
		libpcp.GByte, libpcp.TByte + libpcp.PerMin, libpcp.PByte + libpcp.PerHour, libpcp.EByte, libpcp.Hour + libpcp.PerCount,
		libpcp.Min + libpcp.PerKByte, libpcp.Count + libpcp.PerByte, libpcp.Count + libpcp.PerNanosec,
		libpcp.Count + 3*libpcp.Ten,
	} {
		fmt.Println(u)
	}
	// Output:
	// Gbyte
	// Tbyte / min
	// Pbyte / hour
	// Ebyte
	// hour / count
	// min / Kbyte
	// count / byte
	// count / nanosec
	// count x 10^3
}
