# make test needs Go alone; make verify is everything. See CONTRIBUTING.md.

PREFIX ?= /usr/local
DESTDIR ?=
BIN ?= bin

.PHONY: build test verify golden lint gofmt fuzz campaign bench demo install uninstall dist clean

build:
	CGO_ENABLED=0 go build -trimpath -o bin/ ./cmd/...

# Package tests comes first, since it waits more than it computes. Lint vets. The
# tools are linked once, with the flags of the tests, for all tests that start them. Their
# time stays: go test runs a test again if what it has started has another.
test: gofmt
	CGO_ENABLED=0 go build -buildvcs=false -ldflags='-s -w' -o bin/tested/ ./cmd/...
	touch -t 200001010000 bin/tested/*
	CGO_ENABLED=0 PCPTOOLS_BIN=$(CURDIR)/bin/tested go run ./tests/cmd/report -- -vet=off ./tests ./...

# With SETUP=1 it installs PCP and more, and says what.
verify:
	scripts/verify

# The goldens of tests/testdata/golden, from the genuine tools.
golden:
	PCPTOOLS_VERIFY=1 go test ./tests/recordings -count 1 -timeout 2h -v -record

lint: gofmt
	CGO_ENABLED=0 go vet ./...
	GOOS=darwin CGO_ENABLED=0 go vet -buildtag ./...  # one check, for the compiler's sake
	GOOS=windows CGO_ENABLED=0 go vet -buildtag ./...
	go tool staticcheck ./...

gofmt:
	@bad=$$("$$(go env GOROOT)/bin/gofmt" -l .); if [ -n "$$bad" ]; then echo "gofmt: $$bad"; exit 1; fi

# FUZZTIME=100000x make fuzz
fuzz:
	scripts/fuzz

# The random tests, for longer: CAMPAIGN_SEED=7 CAMPAIGN_SCALE=20 make campaign
# At the default scale of 5 they take half an hour on two processors, on busy ones an hour.
campaign: build
	PCPTOOLS_VERIFY=1 CAMPAIGN_SCALE=$${CAMPAIGN_SCALE:-5} PCPTOOLS_BIN=$(CURDIR)/bin go test -v -count=1 -timeout 4h -run TestCampaign ./...
	CAMPAIGN_SCALE=$$((20 * $${CAMPAIGN_SCALE:-5})) go test -race -v -count=1 -run TestCampaignDuplicates ./libpcp/pcp

bench: build
	go run ./tests/bench

# A genuine pmcd of our own, and our pminfo asking it.
demo: build
	go run ./tests/cmd/world -- bin/pminfo -dft sample.colour sample.string.hullo

# The tools, man pages and completions, to below DESTDIR/PREFIX. Where make
# build has built the tools, root needs no Go.
install: $(if $(wildcard $(BIN)/pminfo),,build)
	scripts/install $(BIN) "$(DESTDIR)$(PREFIX)"

uninstall:
	scripts/install -u $(BIN) "$(DESTDIR)$(PREFIX)"

# Archives, packages and checksums for all platforms, in dist/.
# VERSION=1.2.3 names the version; without it the tags of git do.
dist:
	go run ./packaging/dist -version "$(VERSION)"

clean:
	rm -rf bin dist
