# make test is the one test command; see CONTRIBUTING.md for the others.

PREFIX ?= /usr/local
DESTDIR ?=
BIN ?= bin

.PHONY: build test golden lint fuzz campaign bench demo demo-fleet completions install uninstall dist clean

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
	GOOS=darwin CGO_ENABLED=0 go vet ./...
	GOOS=windows CGO_ENABLED=0 go vet ./...
	go tool staticcheck ./...

# FUZZTIME=1m make fuzz
fuzz:
	scripts/fuzz

# The random tests, for longer: CAMPAIGN_SEED=7 CAMPAIGN_SCALE=20 make campaign
# At the default scale of 5 they take half an hour on two processors, on busy ones an hour.
campaign: build
	scripts/setup-pcp
	CAMPAIGN_SCALE=$${CAMPAIGN_SCALE:-5} PCPTOOLS_BIN=$(CURDIR)/bin go test -v -count=1 -timeout 4h -run TestCampaign ./...

bench: build
	scripts/setup-pcp
	go run ./tests/bench

# A genuine pmcd of our own, and our pminfo asking it.
demo: build
	scripts/setup-pcp
	go run ./tests/cmd/world -- bin/pminfo -dft sample.colour sample.string.hullo

# Eight genuine pmcds, a pmproxy and a key server, until an interrupt, and our
# tools asking them.
demo-fleet: build
	scripts/setup-pcp
	go run ./tests/cmd/fleet

# The scripts in completions/, from their templates.
completions:
	go run ./completions

# The tools, man pages and completions, to below DESTDIR/PREFIX. Where make
# build has built the tools, root needs no Go.
install: $(if $(wildcard $(BIN)/pminfo),,build)
	scripts/install $(BIN) "$(DESTDIR)$(PREFIX)"

uninstall:
	scripts/install -u $(BIN) "$(DESTDIR)$(PREFIX)"

# Archives, packages and checksums for all platforms, in dist/.
# VERSION=1.2.3 names the version; without it the tags of git do.
dist:
	rm -rf dist
	go run ./packaging/dist -version "$(VERSION)"

clean:
	rm -rf bin dist
