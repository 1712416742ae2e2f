# make test is the one test command; see CONTRIBUTING.md for the others.

.PHONY: build test golden lint fuzz bench demo clean

build:
	CGO_ENABLED=0 go build -trimpath -o bin/ ./cmd/...

test:
	scripts/test

# The goldens of tests/scripts, from the genuine tools.
golden:
	PCP_BIN=$${PCP_BIN:-/usr/bin} UPDATE=1 go test -count=1 ./tests -run TestScripts

lint:
	@bad=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$bad" ]; then echo "gofmt: $$bad"; exit 1; fi
	go vet ./...
	go tool staticcheck ./...

# FUZZTIME=1m make fuzz
fuzz:
	scripts/fuzz

bench: build
	scripts/setup-pcp
	go run ./tests/bench

# A genuine pmcd of our own, and our pminfo asking it.
demo: build
	scripts/setup-pcp
	go run ./tests/cmd/world -- bin/pminfo -dft sample.colour sample.string.hullo

clean:
	rm -rf bin
