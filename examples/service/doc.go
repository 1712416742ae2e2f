// Service is a program that shows its own metrics: a web server that counts
// requests and measures the time they take. On a machine with the mmv PMDA,
//
//	go run ./examples/service
//	pminfo -f mmv.service
package main
