# A thin front over CMake; `make help` says what there is. Each configuration has its own folder under build/.
.DEFAULT_GOAL := build

MAKEFLAGS += --no-print-directory

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local

# Huge pages for every contender alike, where the system grants them.
BENCH_PAGES = GLIBC_TUNABLES=glibc.malloc.hugetlb=1

# Which scenes `make performance` makes. Documents show those of seed 1; others have a folder of their own.
SEED ?= 1
measured = out/performance$(if $(filter-out 1,$(SEED)),-seed-$(SEED))
charts = $(if $(filter-out 1,$(SEED)),$(measured),docs/images)

# $(call configure,FOLDER,OPTIONS), then $(call compile,FOLDER), then $(call check,FOLDER)
configure = cmake -S . -B build/$(1) $(2) --log-level=WARNING
compile = cmake --build build/$(1) -j $(JOBS)
# One test more than there are processors: some wait for other programs most of the time.
check = cd build/$(1) && ctest --output-on-failure --timeout 1500 -j $$(($(JOBS) + 1))
quick = --label-exclude slow
slow = --label-regex slow

.PHONY: help checks check check-all setup setup-lint build run pictures test test-all test-slow test-ranks test-bare sanitize sanitize-rest tsan tsan-rest debug clang \
	model-long mutants lanes hashes platforms test-platforms fuzz fuzz-lines coverage bench single test-single meson recipes npm test-npm bench-pictures bench-web \
	python test-python test-python-every test-python-compat sanitize-python test-python-root bench-python format-python \
	films web run-web test-web test-page abi deb test-roots bench-peers peers-fail performance docs words lint layout tidy format install uninstall clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 18
	@echo
	@echo 'Checks, which make check NAME=quick runs one by one:'
	@tools/check list

checks: ## Show every check: its usual seconds on two cores, and what it proves
	@tools/check list

check: ## Run the checks named by NAME, as in make check NAME=quick
	@tools/check run $(or $(NAME),$(error NAME=quick names a check; make checks lists them))

check-all: ## Run every check that takes minutes to its end, and write the results into docs/checks.md; NAME="lint deb": those
	@tools/check record $(NAME)

setup: ## Install what building and testing need, or name it
	@tools/setup

setup-lint: ## Install what the clang build and the lint need as well
	@tools/setup lint

build: setup ## Build everything into build/release; plain `make` does this
	@cmake -S . -B build/release -DCMAKE_BUILD_TYPE=Release
	@$(call compile,release)

run: ## Build and open the demo; without a display, collide 20,000 boxes by the tree and by brute force, and draw them
	@mkdir -p out
	@tools/run build/release $(JOBS)

pictures: build ## Make the moving picture of the README and the pictures of docs/guide/demo.md again
	@tools/setup pictures
	@$(call compile,release) --target quadrille_film
	@tools/film build/release/lab/film/quadrille_film docs/images/quadtree.webp
	@tools/pictures build/release/apps/cli

films: web ## Make the films of docs/guide/steps.md again, from the page in a browser
	@tools/setup browser
	@tools/setup pictures
	@mkdir -p out/test-web && cp -R web/. out/test-web/
	@tools/npm-packages out/test-web/test
	@tools/films out/web out/test-web/test docs/images

bench: build ## Measure against the other methods in this repository (five minutes); ARGS adds options
	@mkdir -p out/bench
	$(BENCH_PAGES) build/release/apps/cli/quadrille bench --csv out/bench/times.csv --svg out/bench $(ARGS)
	@echo "Every single time is in out/bench/times.csv; pictures are beside it"

# Photographs, and pictures of the project's own: frames of the demo, one of them of a map, and a page with text.
PICTURES ?=
bench-pictures: build ## Compare the codec of pictures with JPEG, WebP and plain quadtrees: out/pictures; PICTURES=FOLDER: photographs
	@mkdir -p out/pictures/own out/pictures/photographs
	@cp docs/images/page.png docs/images/scene-drift.png docs/images/scene-tiles.png out/pictures/own
	@build/release/apps/cli/quadrille image bench out/pictures/own --drawn -o out/pictures/own
	@if [ -d "$(PICTURES)" ]; then build/release/apps/cli/quadrille image bench "$(PICTURES)" -o out/pictures/photographs; \
		else echo "Photographs are measured too with PICTURES=FOLDER$(if $(PICTURES),; there is no $(PICTURES))"; fi
	@ls out/pictures/*/pictures.*

bench-peers: setup ## Measure against other libraries as well; installs their Debian packages
	@tools/setup peers
	@$(call configure,peers,-DCMAKE_BUILD_TYPE=Release -DQUADRILLE_BENCH_PEERS=ON)
	@$(call compile,peers) --target quadrille_cli
	@mkdir -p out/bench-peers
	$(BENCH_PAGES) build/peers/apps/cli/quadrille bench --csv out/bench-peers/times.csv --svg out/bench-peers $(ARGS)

peers-fail: setup ## Run inputs on which other libraries answer wrongly, crash or take long, as a table (40 s)
	@tools/setup peers
	@$(call configure,peers,-DCMAKE_BUILD_TYPE=Release -DQUADRILLE_BENCH_PEERS=ON) >&2
	@$(call compile,peers) --target quadrille_peers_fail >&2
	@build/peers/lab/bench/peers/fail/quadrille_peers_fail

performance: setup ## All goals, against all rivals, up to a million boxes (hours): out/performance, docs/images; SEED=2 apart
	@tools/setup peers
	@$(call configure,peers,-DCMAKE_BUILD_TYPE=Release -DQUADRILLE_BENCH_PEERS=ON)
	@$(call compile,peers) --target quadrille_cli
	@mkdir -p $(measured) $(charts)
	$(BENCH_PAGES) build/peers/apps/cli/quadrille bench --largest 1000000 --between --seed $(SEED) --limit 1 --runs 5 \
		--threads 1,2 --markdown --csv $(measured)/times.csv --svg $(charts) $(ARGS) >$(measured)/tables.md
	@echo "The tables are in $(measured)/tables.md, every single time beside them, the pictures in $(charts)"

test: setup ## Run the quick tests, and build what they need; WERROR=1: warnings are errors
	@$(call configure,release,-DCMAKE_BUILD_TYPE=Release $(if $(WERROR),-DQUADRILLE_WERROR=ON))
	@$(call compile,release) --target quick_tests
	@$(call check,release) $(quick)

test-all: build ## Run every test
	@$(call check,release)

test-slow: build ## Run the slow tests, except those of ranks and of bare machines
	@$(call check,release) $(slow) --exclude-regex '$(ranks)|$(builds)'

test-ranks: setup ## Run the slow tests of quadrille-mpi, on 1 to 8 ranks
	@$(call configure,release,-DCMAKE_BUILD_TYPE=Release)
	@$(call compile,release) --target quick_distributed quadrille_cli quadrille_mpi_cli
	@$(call check,release) $(slow) --tests-regex '$(ranks)'

test-bare: setup ## Build on a machine that has a compiler and CMake alone, in another project, and with flags that are refused
	@$(call configure,release,-DCMAKE_BUILD_TYPE=Release)
	@$(call check,release) $(slow) --tests-regex '$(builds)'

sanitize: setup ## Run the quick tests of the library and of all that reads bytes under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(sanitized)
	@$(call compile,sanitize) --target fuzz_seeds quadrille_cli $(addprefix quick_,$(library) $(readers))
	@$(call check,sanitize) $(quick) --tests-regex '$(bytes)'

sanitize-rest: setup ## Run all other tests under these two, the slow ones too
	@$(sanitized)
	@$(call compile,sanitize)
	@$(call check,sanitize) --exclude-regex '$(bytes)|$(builds)|$(sources)'
	@$(call check,sanitize) $(slow) --tests-regex '$(bytes)'

tsan: setup ## Run the tests of threads, and trees with threads by the model, under ThreadSanitizer
	@$(raced)
	@$(call compile,tsan) --target model_test quick_threads $(call programs,tsan,$(threads_work))
	@$(call check,tsan) --tests-regex '$(threads_work)'
	@build/tsan/tests/model/model_test --calls 20000 --seed 4 --workers 2

tsan-rest: setup ## Run the other tests with trees that share out work to threads under it
	@$(raced)
	@$(call compile,tsan) --target model_test $(call programs,tsan,$(threads_rest))
	@$(call check,tsan) --tests-regex '$(threads_rest)'
	@build/tsan/tests/model/model_test --calls 20000 --seed 4 --workers 4

model-long: setup ## Run the model test for CALLS calls, 10^9 by default, and go on where it was stopped; SANITIZE=1: sanitizers
ifdef SANITIZE
	@$(sanitized)
	@$(call compile,sanitize) --target model_test
	@MODEL_AT_ONCE=$(JOBS) tools/model-long build/sanitize out/model-long/sanitize $(or $(CALLS),100000000)
else
	@$(call configure,release,-DCMAKE_BUILD_TYPE=Release)
	@$(call compile,release) --target model_test
	@MODEL_AT_ONCE=$(JOBS) tools/model-long build/release out/model-long/release $(or $(CALLS),1000000000)
endif

mutants: setup ## Change src/ in MUTANTS places, 2000 by default, one at a time, and say which changes no test catches (hours)
	@tools/setup mutants
	@$(call configure,mutants,-G "Unix Makefiles" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O2" \
		-DQUADRILLE_APPS=OFF -DQUADRILLE_EXAMPLES=OFF)
	@$(call compile,mutants) --target quick_tests model_test
	@tools/mutants build/mutants out/mutants --count $(or $(MUTANTS),2000) --jobs $(JOBS) $(ARGS)

debug: setup ## Run every test with the assertions on; warnings are errors
	@$(call configure,debug,-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-Og -g" -DQUADRILLE_WERROR=ON)
	@$(call compile,debug)
	@$(call check,debug)

clang: setup-lint ## Run the quick tests as built by clang, without cmocka; warnings are errors; LANES=sse2 or plain: with those instructions
	@$(call configure,clang,-DCMAKE_BUILD_TYPE=Release -DQUADRILLE_WERROR=ON -DCMAKE_C_COMPILER=clang \
		-DCMAKE_CXX_COMPILER=clang++ -DQUADRILLE_LANES=$(LANES) -DCMOCKA_INCLUDE_DIR= -DCMOCKA_LIBRARY=)
	@$(call compile,clang) --target quick_tests
	@$(call check,clang) $(quick) --exclude-regex '$(builds)|$(scripts)'

lanes: setup ## Run the tests with each kind of vector instructions: none, SSE2, NEON (by qemu); LANES=neon: those alone
	@tools/setup lanes
	@$(foreach lanes,$(or $(LANES),plain sse2 neon),$(lanes_$(lanes)) &&) true

lanes_plain = $(call lanes_here,plain)
lanes_sse2 = $(call lanes_here,sse2)
lanes_here = $(call configure,lanes-$(1),-DCMAKE_BUILD_TYPE=Release -DQUADRILLE_LANES=$(1) -DQUADRILLE_APPS=OFF \
		-DQUADRILLE_EXAMPLES=OFF) && \
	$(call compile,lanes-$(1)) && \
	($(call check,lanes-$(1)) -R '$(lane_tests)' $(quick))
lanes_neon = $(call configure,lanes-neon,-DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake) && \
	$(call compile,lanes-neon) --target test_lanes gravity_lanes seeds_gravity model_test && \
	$(qemu) build/lanes-neon/tests/lanes/test_lanes neon && \
	$(qemu) build/lanes-neon/tests/gravity/gravity_lanes neon && \
	$(qemu) build/lanes-neon/fuzz/seeds_gravity fuzz/seeds/gravity/* >/dev/null && \
	$(qemu) build/lanes-neon/tests/model/model_test --calls 30000 --seed 3

platforms: ## Compare hashes of all answers, costs, snapshots, forces and scenes between eight machines; QUICK=1: -O3 alone
	@tools/setup platforms
	@JOBS=$(JOBS) tools/platforms $(if $(QUICK),quick)

hashes: setup ## Write down the hashes of all answers, costs, snapshots, forces and scenes that a test expects
	@$(call configure,release,-DCMAKE_BUILD_TYPE=Release)
	@$(call compile,release) --target quadrille_hashes
	@build/release/tests/platforms/quadrille_hashes >tests/platforms/hashes.txt
	@build/release/tests/platforms/quadrille_hashes memory >tests/platforms/memory.txt

test-platforms: ## Run the quick tests on eight machines, most of them emulated (hours); MACHINES="s390x Windows": on these
	@tools/setup platforms
	@JOBS=$(JOBS) tools/platforms tests $(MACHINES)

single: ## Write the index and its oracle as one header and one source file to out/single, with gravity to out/single/gravity
	@tools/single out/single
	@wc -c out/single/quadrille.[ch] out/single/gravity/quadrille.[ch]

# Of each compiler: its options for CMake.
single_gcc =
single_clang = -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++
single_mingw = -DCMAKE_TOOLCHAIN_FILE=cmake/windows.cmake
single_cxx = -DQUADRILLE_SINGLE_CXX=ON
test-single: export WINEDEBUG = -all
test-single: setup single ## Compile that one file by gcc, clang and mingw-w64, and as C++, and run the quick tests against it (COMPILERS="gcc cxx": those)
	@tools/setup single
	@$(foreach one,gcc clang mingw cxx,echo "The one file by $(one)" && $(call single_by,$(one)) --target quadrille_single &&) true
	@$(foreach one,$(or $(COMPILERS),gcc clang mingw cxx), \
		$(call compile,single-$(one)) --target quick_tests && \
		($(call check,single-$(one)) $(quick)) &&) true

single_by = $(call configure,single-$(1),-DCMAKE_BUILD_TYPE=Release -DQUADRILLE_WERROR=ON -DQUADRILLE_APPS=OFF \
		-DQUADRILLE_EXAMPLES=OFF -DQUADRILLE_SINGLE="$(CURDIR)/out/single/gravity" -DQUADRILLE_LANES=$(LANES) \
		$(single_$(1))) && $(call compile,single-$(1))

meson: setup ## Build the libraries with Meson, as a project does that has them as a subproject
	@tools/setup meson
	@tests/package/meson.sh .

recipes: ## Build and use the libraries by recipes for package managers: Conan, Meson's wrap, Zig, CMake's presets
	@tools/setup recipes
	@JOBS=$(JOBS) tools/recipes

npm: ## Build the npm package, the library as WebAssembly, in out/npm
	@tools/setup web
	@tools/npm $(JOBS)

test-npm: npm ## Test that package: answers, errors, types, its tarball, a bundler, snapshots that C reads and writes
	@$(call configure,release,-DCMAKE_BUILD_TYPE=Release)
	@$(call compile,release) --target quadrille_static
	@cc -std=c11 -O1 -Wall -Wextra -Werror -Iinclude out/npm/test/exchange.c build/release/src/libquadrille.a -lm -o out/npm/exchange
	@cd out/npm && node --test test/*.test.js

bench-web: npm ## Measure the npm package against rbush, flatbush, kdbush, d3-quadtree, quadtree-ts and box-intersect under node; ARGS adds options
	@cd out/npm && node --expose-gc bench/bench.js $(ARGS)

python: ## Build the Python package: its sources and a wheel, in out/python
	@tools/setup python
	@tools/python build

test-python: python ## Test that wheel in an empty environment: answers, errors, arrays, threads, processes, memory, types
	@tools/python test

test-python-every: python ## Test it with each Python here, with old and new numpy, and the sources by pip
	@tools/python every

test-python-compat: python ## Test the classes with the methods of other packages, beside those packages
	@tools/python compat

sanitize-python: setup ## Run the tests of the Python package under AddressSanitizer and UndefinedBehaviorSanitizer
	@tools/setup python
	@tools/python sanitize

test-python-root: python ## Test that wheel in a bare root of Debian 13, with its Python and numpy; needs root
	@tools/setup roots
	@tools/python root

bench-python: python ## Measure the Python package beside others
	@QUICK=$(QUICK) tools/python bench

format-python: ## Lay the files of the Python package out
	@tools/setup python
	@tools/python format

web: ## Build the page in out/web: the demo as WebAssembly, and an article with figures that run
	@tools/setup web
	@tools/web $(JOBS)

run-web: web ## Serve that page to this machine alone; says the address
	@node web/serve.mjs out/web

test-web: web docs setup ## Test that page in a browser (chromium): scenes as `quadrille simulate` has them, controls, links, figures; the site of the documents
	@tools/setup browser
	@$(call configure,release,-DCMAKE_BUILD_TYPE=Release)
	@$(call compile,release) --target quadrille_cli
	@mkdir -p out/test-web && cp -R web/. out/test-web/
	@tools/npm-packages out/test-web/test
	@cd out/test-web/test && QUADRILLE_WEB="$(CURDIR)/out/web" QUADRILLE_DOCS="$(CURDIR)/out/docs" \
		QUADRILLE="$(CURDIR)/build/release/apps/cli/quadrille" node --test *.test.mjs

test-page: web ## Test that page in a browser for a minute: it loads, every scene draws, nothing is on the console; its server; trees in JavaScript
	@tools/setup browser
	@mkdir -p out/test-web && cp -R web/. out/test-web/
	@tools/npm-packages out/test-web/test
	@cd out/test-web/test && QUADRILLE_WEB="$(CURDIR)/out/web" node --test loads.test.mjs serve.test.mjs colors.test.mjs \
		mistakes.test.mjs steps.test.mjs write.test.mjs

abi: setup ## Compare the binary interface with the one written down in tests/interface/abi; WRITE=1 writes it down
	@tools/setup abi
	@$(call configure,abi,-DCMAKE_BUILD_TYPE=Debug -DQUADRILLE_APPS=OFF -DQUADRILLE_TESTS=OFF -DQUADRILLE_EXAMPLES=OFF -DQUADRILLE_MPI=OFF)
	@$(call compile,abi) --target quadrille_shared quadrille_gravity_shared quadrille_oracle_shared quadrille_image_shared quadrille_threads_shared
	@tests/interface/abi.sh build/abi $(if $(WRITE),--write)

deb: setup ## Make Debian packages in out/deb, and have lintian look at them
	@tools/setup deb
	@rm -rf out/deb
	@tools/deb out/deb
	@lintian --fail-on warning --allow-root out/deb/*.changes

test-roots: ## Do what the README says in bare roots of Debian 12 and 13, and build everything there; needs root; RELEASES=trixie
	@tools/setup roots
	@tests/package/bare_debian.sh $(RELEASES)

fuzz: setup ## Fuzz all that reads bytes, and the library's calls, for a minute each (FUZZ_SECONDS); FUZZERS names some
	@tools/setup fuzz
	@$(call configure,fuzz,-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -g" -DCMAKE_C_COMPILER=clang \
		-DCMAKE_CXX_COMPILER=clang++ -DQUADRILLE_FUZZ=ON -DQUADRILLE_SANITIZE=fuzzer-no-link$(comma)address$(comma)undefined)
	@$(call compile,fuzz) --target fuzzers
	@tools/fuzz build/fuzz $(FUZZERS)

fuzz-lines: setup ## Say which lines the inputs reach that `make fuzz` has left in out/fuzz
	@$(call configure,fuzz-lines,-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="$(counted)")
	@$(call compile,fuzz-lines) --target fuzz_seeds
	@tools/fuzz-lines build/fuzz-lines

coverage: setup ## Say which lines and branches of the library the tests run; fails where one has no reason not to
	@$(call configure,coverage,-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="$(counted)" \
		-DCMAKE_EXE_LINKER_FLAGS=--coverage)
	@$(call compile,coverage)
	@find build/coverage -name '*.gcda' -delete
	@$(call check,coverage) --exclude-regex '^(package|symbols)[.]'
	@tools/coverage build/coverage

docs: ## Build the site of all documents and headers, with a search, in out/docs; fails on warnings and broken links
	@tools/setup docs
	@tools/docs
	@echo "The site begins at out/docs/index.html"

words: ## Check links, lists and words of the documents, and that their code is that of examples; builds nothing
	@for check in tests/words/*.sh tests/readme/links.sh tests/readme/index.sh tests/readme/snippets.sh tests/readme/sources.sh \
		tests/readme/checks.sh; do $$check . || exit 1; done

layout: setup-lint ## Check the layout of every file (clang-format)
	@tools/format --check

tidy: setup-lint ## Look with clang-tidy at the files that changed since it saw them all
	@$(linted)
	@tools/tidy build/lint $(JOBS) changed

lint: layout ## Check the layout, and all code with clang-tidy; QUICK=1: its analyzer on what is installed alone
	@$(linted)
	@tools/tidy build/lint $(JOBS) $(if $(QUICK),quick)

format: setup-lint ## Lay the code out as .clang-format says
	@tools/format

install: setup ## Build and install under PREFIX, by default /usr/local; COMPONENTS="library gravity": those of cmake/Install.cmake
	@cmake -S . -B build/release -DCMAKE_BUILD_TYPE=Release
	@$(call compile,release) --target $(or $(addprefix installed_,$(COMPONENTS)),installed)
	@tools/install build/release "$(PREFIX)" $(COMPONENTS)

uninstall: ## Remove what make install has put under PREFIX, and the folders that it made there
	@tools/uninstall "$(PREFIX)"

clean: ## Remove build/ and out/
	@rm -rf build out

comma := ,
linted = $(call configure,lint,-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++)
sanitized = $(call configure,sanitize,-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O2 -g1" \
	-DQUADRILLE_SANITIZE=address$(comma)undefined -DQUADRILLE_WERROR=ON)
raced = $(call configure,tsan,-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -g" -DQUADRILLE_SANITIZE=thread \
		-DQUADRILLE_APPS=OFF -DQUADRILLE_EXAMPLES=OFF)
counted := -O0 -DNDEBUG --coverage -fprofile-update=atomic
lane_tests := ^(lanes|gravity[.](right|lanes)|model[.](workers|replay)|memory|tree|query|ranked|flags|articles|snapshots|fixed)
# $(call programs,FOLDER,REGEX): what those tests run.
programs = $$(ctest --test-dir build/$(1) -N -R '$(2)' | sed -n 's/^ *Test *\#[0-9]*: /test_/p' | sed 's/[.]all$$//; s/[.]workers4$$//; s/[.]doubles$$//' | sort -u)
# Those of threads, and those with trees that have crowds large enough to be shared out: first the shorter ones, one of each
# kind of work.
threads_work := ^(threads[.]|gravity[.]same|(pairs[.]filtered|contacts[.]crowd)[.]workers4)
threads_rest := ^(query[.]many_workers|(pairs[.](join|within)|ranked[.]limits)[.]workers4)
# Folders of tests: of the libraries, and of all that reads bytes.
library := articles contacts cpp fixed gravity image internal lanes memory model oracle pairs query ranked snapshots threads totals tree
readers := cli formats recording
space := $(subst ,, )
bytes := ^($(subst $(space),|,$(library) $(readers))|fuzz[.]seeds)([.]|$$)
ranks := ^distributed[.]
# Tests that build the project again, by their own rules: once is enough.
builds := ^package[.]|^flags[.]refuses
# Tests of documents and scripts, which no compiler has a part in, and with them those that only compile.
scripts := ^(setup|words)([.]|$$)|^(fuzz[.]table|readme[.](checks|index|links|snippets|sources))$$
sources := $(scripts)|^(header|layers|single)[.]
qemu := qemu-aarch64 -L /usr/aarch64-linux-gnu
