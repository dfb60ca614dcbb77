# SPDX-License-Identifier: Apache-2.0
# `make run` and `make test` do everything on a machine that has Swift; `make help` lists the rest.

LISTEN ?= 127.0.0.1:4242
DATA ?= .build/data
QUOTES ?= 1000000
PREFIX ?= /usr/local
KILLS ?= 200
COUNT ?= 1000000
ATTACKS ?=
CONNECTIONS ?= 10000
DRAINS ?= 20
SECONDS ?= 10
PYTHON_ENVIRONMENT := .build/python
IMPORT_CHECK := --explicit-target-dependency-import-check error
RELEASE := -c release --static-swift-stdlib $(IMPORT_CHECK)

# Debian package=Homebrew formula; without a formula, macOS has it already or does not need it.
BUILD_PACKAGES := pkg-config=pkgconf libprotobuf-c-dev=protobuf-c libnghttp2-dev=libnghttp2 \
  libhttp-parser-dev=http-parser libuv1-dev=libuv libutf8proc-dev=utf8proc libsqlite3-dev=sqlite \
  libssl-dev=openssl@3 libjansson-dev=jansson zlib1g-dev=zlib libncurses-dev=ncurses \
  libcurl4-openssl-dev=curl tzdata
GENERATE_PACKAGES := protobuf-compiler=protobuf protobuf-c-compiler libprotobuf-dev python3=python
# The interoperability tests also need gRPC's protos, its clients in Ruby, C++ and Go, and nginx; those of clients/c
# nanopb and valgrind.
TEST_PACKAGES := python3=python python3-venv curl=curl jq=jq tmux=tmux mandoc=mandoc bsdextrautils fish=fish zsh=zsh \
  nghttp2-client=nghttp2 grpc-proto nginx=nginx ruby-grpc \
  g++ libgrpc++-dev=grpc protobuf-compiler=protobuf protobuf-compiler-grpc nanopb libnanopb-dev valgrind \
  golang-go golang-google-grpc-dev golang-github-golang-protobuf-1-5-dev protoc-gen-go-1-5 protoc-gen-go-grpc \
  chromium chromium-driver fonts-noto-core fonts-droid-fallback fonts-noto-color-emoji
DIST_PACKAGES := dpkg-dev binutils gcc
DIST_TEST_PACKAGES := debootstrap
LINT_PACKAGES := shellcheck=shellcheck

.DEFAULT_GOAL := help
.PHONY: help setup setup-test build install dist dist-test run demo test sanitize fuzz storm attacks under-load bench format lint generate clean

help: ## Lists what there is to make.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Installs the C libraries that are missing.
	@command -v swift >/dev/null || { echo "setup: install Swift 6.3 first: https://www.swift.org/install" >&2; exit 69; }
	@.ci/install $(BUILD_PACKAGES)

setup-test: setup
	@.ci/install $(TEST_PACKAGES)
	@.ci/python-environment $(PYTHON_ENVIRONMENT) Tests/InteropTests/requirements.txt

build: setup ## Builds .build/release/quoted and .build/release/quote.
	swift build $(RELEASE) --product quoted
	swift build $(RELEASE) --product quote

install: build ## Copies both programs, quote's manual page and completions below PREFIX, /usr/local by default.
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 .build/release/quoted .build/release/quote $(DESTDIR)$(PREFIX)/bin
	@# What is made of the command line's description, where man and each shell look for it.
	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,man/man1 bash-completion/completions \
	  zsh/site-functions fish/vendor_completions.d)
	.build/release/quote manual > $(DESTDIR)$(PREFIX)/share/man/man1/quote.1
	.build/release/quote completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/quote
	.build/release/quote completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_quote
	.build/release/quote completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/quote.fish

dist: build ## Makes .build/dist: an archive that needs only the C library, a Debian package, checksums.
	@.ci/install $(DIST_PACKAGES)
	packaging/make-dist $(RELEASE)

dist-test: dist ## Tries them in a bare Debian, from installation to purge; takes root.
	@.ci/install $(DIST_TEST_PACKAGES)
	packaging/test-dist

run: build ## Serves the built-in catalogue on LISTEN and shows the first calls; Ctrl-C stops it.
	@.ci/first-calls --listen $(LISTEN) --data $(DATA)

demo: build ## The same on a free port and in a folder of its own, and ends by itself.
	@.ci/first-calls --once

test: setup-test ## Runs the whole test suite.
	swift build --build-tests $(IMPORT_CHECK)
	@# Each module's tests have a process of their own: all at once they wait for Swift's few threads.
	@for tests in $(notdir $(wildcard Tests/*Tests)); do \
	  echo "=== $$tests"; \
	  case $$tests in EndToEndTests) order=--no-parallel ;; *) order= ;; esac; \
	  QUOTED_PYTHON=$(CURDIR)/$(PYTHON_ENVIRONMENT) \
	    swift test --skip-build $(IMPORT_CHECK) $$order --filter "^$$tests\." || exit 1; \
	done

sanitize: setup-test ## Runs the end-to-end tests on programs with the address and with the thread sanitizer.
	swift build --build-tests $(IMPORT_CHECK)
	.ci/sanitize address
	.ci/sanitize thread

fuzz: setup ## Tries each fuzz target for SECONDS, 10 by default, from the kept corpus on.
	.ci/fuzz $(SECONDS)

storm: build setup-test ## Kills the server 200 times under writers, and checks what it has.
	$(PYTHON_ENVIRONMENT)/bin/python Tests/Torture/kill_storm.py --quoted .build/release/quoted --kills $(KILLS)

attacks: build setup-test ## Attacks the server in every known way, COUNT of each (1000000), and shows what it holds.
	$(PYTHON_ENVIRONMENT)/bin/python Tests/Torture/attacks.py --quoted .build/release/quoted --count $(COUNT) $(ATTACKS)

under-load: build setup-test ## Stops the server and replaces its certificate under load; then holds CONNECTIONS (10000).
	$(PYTHON_ENVIRONMENT)/bin/python Tests/Torture/drain_under_load.py --quoted .build/release/quoted \
	  --quote .build/release/quote --drains $(DRAINS)
	$(PYTHON_ENVIRONMENT)/bin/python Tests/Torture/certificate_under_load.py --quoted .build/release/quoted
	$(PYTHON_ENVIRONMENT)/bin/python Tests/Torture/idle_connections.py --quoted .build/release/quoted \
	  --connections $(CONNECTIONS)

bench: build setup-test ## Measures CPU per call beside the floor and the peers, then a million quotes (QUOTES=0: not).
	Tests/Benchmarks/bench.py
	$(PYTHON_ENVIRONMENT)/bin/python Tests/Benchmarks/million.py --quotes $(QUOTES)

format: ## Formats the Swift code.
	swift format -i -r Package.swift Sources clients Tests

lint: setup-test ## Checks format, contract and scripts.
	@.ci/install $(LINT_PACKAGES)
	shellcheck .ci/* proto/generate.sh packaging/make-dist packaging/static-libraries packaging/test-dist \
	  packaging/debian/p* clients/shell/daily.sh
	swift format lint --strict -r Package.swift Sources clients Tests
	cd proto && ../$(PYTHON_ENVIRONMENT)/bin/buf lint

generate: ## Regenerates the C code from the contract.
	@.ci/install $(GENERATE_PACKAGES)
	proto/generate.sh

clean: ## Removes what was built.
	rm -rf .build
