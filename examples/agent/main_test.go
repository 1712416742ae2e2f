package main

import "testing"

func TestValidate(t *testing.T) {
	if err := newHouse().Validate(); err != nil {
		t.Error(err)
	}
}
