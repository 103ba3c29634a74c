# make run        serve the course on :8080
# make test       every test; installs chromium and redis-server where it can
# make check      format, vet, staticcheck, generated files, import arrows, vulnerabilities
# make race       the tests under the race detector
# make fuzz       each fuzz target for FUZZTIME
# make bench      the speed of what matters, beside what somebody would do instead
# make update     rewrite the golden files; read the whole diff before committing it
# make generate   turn the templ files into Go
# make lighthouse measure every page with Lighthouse's mobile profile
# make card       draw the social card and the icon from their HTML
# make dev        serve on :8080, and again after each change of a source file

SHELL := /bin/bash
FUZZTIME ?= 20s

.PHONY: run test check race fuzz bench update generate card lighthouse dev deps

run:
	go run ./cmd/site

deps:
	@.ci/need chromium redis-server

test: deps
	go test -timeout 20m ./...

race: deps
	go test -race -timeout 40m ./...

check:
	@out=$$(gofmt -l $$(git ls-files '*.go' | grep -v _templ.go)); [ -z "$$out" ] || { echo "gofmt would change:"; echo "$$out"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go tool templ fmt -fail pages
	go tool templ generate -check
	go mod tidy -diff
	.ci/arrows
	.ci/vuln

generate:
	go tool templ generate
	go tool templ fmt pages

# PAGES="/ /sim" measures those alone.
lighthouse:
	@.ci/need chromium npm
	@.ci/lighthouse/measure $(PAGES)

card:
	@.ci/need chromium
	@.ci/card

update:
	go test ./sim/claim ./sim/race -run TestGolden -update
	@echo "understand every line of 'git diff' under testdata before you commit it"

fuzz:
	@for package in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz'); do \
	    echo "$$package $$target"; \
	    go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
	  done; \
	done

bench: deps
	@.ci/bench

# Sources are watched by asking once a second: a list of times is enough.
dev:
	@while true; do \
	  go tool templ generate && { go run ./cmd/site & }; pid=$$!; \
	  stamp=$$(find cmd content keyspace pages sim static -name '*.go' -o -name '*.templ' -o -name '*.md' -o -name '*.css' -o -name '*.js' | xargs stat -c %Y | sort -n | tail -1); \
	  while [ "$$(find cmd content keyspace pages sim static -name '*.go' -o -name '*.templ' -o -name '*.md' -o -name '*.css' -o -name '*.js' | xargs stat -c %Y | sort -n | tail -1)" = "$$stamp" ]; do sleep 1; done; \
	  pkill -P $$pid; kill $$pid; wait; \
	done
