// Acme is the example of the programmer's guide of PCP for memory mapped
// values: a factory that makes products, and shows how many, the time that it
// takes, and the time that the others wait for the machine meanwhile. It runs
// until it is interrupted; the mmv agent shows what it does:
//
//	go run ./examples/acme &
//	pminfo -m mmv.acme
//	pmval -f2 -s3 mmv.acme.products.time
package main
