package pmda_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"pcptools/libpcp/pmda"
)

// Disks keep their numbers while they come and go, and beyond the life of the agent.
func ExampleCache() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "disks")
	for _, found := range [][]string{{"sda", "sdb"}, {"sdb", "sdc"}} {
		var disks pmda.Cache
		if err := disks.Load(file); err != nil {
			fmt.Println("the first start")
		}
		for _, name := range found {
			id, err := disks.Add(name)
			if err != nil {
				log.Fatal(err)
			}
			disks.SetData(id, "the model of "+name)
		}
		for _, inst := range disks.Instances() {
			fmt.Println(inst.ID, inst.Name, disks.Data(inst.ID))
		}
		if err := disks.Save(file); err != nil {
			log.Fatal(err)
		}
		active, hidden := disks.Size()
		fmt.Println(active, "active,", hidden, "hidden")
	}
	// Output:
	// the first start
	// 0 sda the model of sda
	// 1 sdb the model of sdb
	// 2 active, 0 hidden
	// 1 sdb the model of sdb
	// 2 sdc the model of sdc
	// 2 active, 1 hidden
}

// A member has the same number on every machine, computed from a key; members that are
// gone for good leave.
func ExampleCache_AddKey() {
	var c pmda.Cache
	id, err := c.AddKey("sda", []byte("serial number 1"))
	if err != nil {
		log.Fatal(err)
	}
	if err := c.AddNumbered(7, "sdb"); err != nil {
		log.Fatal(err)
	}
	found, name, active := c.IDOfKey([]byte("serial number 1"))
	fmt.Println(found == id, name, active)
	c.Hide("sdb")
	for inst, active := range c.All() {
		fmt.Println(inst.Name, active)
	}
	c.Cull("sdb")
	c.ShowAll()
	fmt.Println(len(c.Instances()))
	c.CullAll()
	fmt.Println(len(c.Instances()))
	// Output:
	// true sda true
	// sdb false
	// sda true
	// 1
	// 0
}

// What has been gone for long by the file of the cache is forgotten; numbers that were
// given are given again only after Reuse.
func ExampleCache_Purge() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	var c pmda.Cache
	c.Add("sda")
	c.Add("sdb")
	c.Hide("sda")
	if err := c.Sync(filepath.Join(dir, "disks")); err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Purge(24*time.Hour, nil), "gone for a day")
	fmt.Println(c.Purge(-time.Hour, nil), "gone")
	c.Reuse()
	id, err := c.Add("sdc")
	fmt.Println(id, err)
	c.Limit(1) // the numbers 0 and 1
	_, err = c.Add("sdd")
	fmt.Println("no room:", err != nil)
	// Output:
	// 0 gone for a day
	// 1 gone
	// 0 <nil>
	// no room: true
}
