# ringmark - `make help` lists the targets.
#
# CC, AR, CFLAGS, CPPFLAGS, LDFLAGS, PKG_CONFIG, PREFIX, DESTDIR and the directories are yours; what the build needs
# itself stands in variables of its own, before yours. Every flag set has an object directory of its own below
# $(BUILD), which may be anywhere: nothing is written beside the sources but $(RESULTS).

.DEFAULT_GOAL := all

BUILD ?= build
RESULTS ?= results
PREFIX ?= /usr/local
exec_prefix ?= $(PREFIX)
bindir ?= $(exec_prefix)/bin
libdir ?= $(exec_prefix)/lib
includedir ?= $(PREFIX)/include
datadir ?= $(PREFIX)/share
mandir ?= $(datadir)/man

ifeq ($(origin CC),default)
CC := gcc
endif
AR ?= ar
INSTALL ?= install
PKG_CONFIG ?= pkg-config
CLANG_FORMAT ?= clang-format
LOWDOWN ?= lowdown
CFLAGS ?= -O3 -g
V ?= 0
Q := $(if $(filter 1,$(V)),,@)
comma := ,
quoted = '$(subst ','\'',$(1))'

version_part = $(shell sed -n 's/^.define RMK_VERSION_$(1) //p' core/ringmark.h)
VERSION_MAJOR := $(call version_part,MAJOR)
VERSION := $(VERSION_MAJOR).$(call version_part,MINOR).$(call version_part,PATCH)

# where install puts things, and uninstall finds them
to = $(call quoted,$(DESTDIR)$(1))
INCLUDES = $(includedir)/ringmark
COMPLETIONS = $(datadir)/bash-completion/completions
COMPLETION := $(wildcard scripts/completion.bash)
# man1/ringmark-skew.1 and so on: what scripts/pages makes below $(mandir)
PAGES = $(shell scripts/pages --list)

# A rule cannot name a file whose path has one of these.
ifneq ($(filter-out 1,$(words $(BUILD)))$(findstring :,$(BUILD))$(findstring %,$(BUILD)),)
$(error BUILD=$(BUILD): make cannot build in a path with a space, a colon or a percent sign: name another folder)
endif

# --- set-up first

# These goals install what they lack, and only then is the machine looked at: set-up changes which libraries are found,
# and with them the flags and the object directory. So GOAL runs set-up for its `purposes`, and then a make of its own,
# with its `settings`, for the target GOAL-run, which does the work.
SET_UP_GOALS := check check-long check-asan check-tsan check-valgrind check-systems check-gate check-duet check-algorithms lint \
	bench bench-programs bench-rivals study field gate history duet duet-false-alarms
# These need to know nothing of the machine.
PLAIN_GOALS := check-all check-fresh format publish uninstall clean help

SETUP = CC=$(call quoted,$(CC)) CPPFLAGS=$(call quoted,$(CPPFLAGS)) PKG_CONFIG=$(call quoted,$(PKG_CONFIG)) scripts/setup
# A folder that cannot be written to is named before anything is installed or built.
WRITABLE = scripts/writable BUILD=$(call quoted,$(BUILD))
# These write to RESULTS, too.
MEASURING := bench bench-programs bench-rivals study field history duet-false-alarms

check: purposes := build check ## run the tests (two minutes)
check-long: purposes := build check ## what is too long for check, and tests with a longer form, in that form (ten minutes)
check-asan: purposes := build check ## the tests under the address and undefined-behaviour sanitizers
check-tsan: purposes := build check ## the tests under the thread sanitizer
check-valgrind: purposes := build check valgrind ## the unit tests under valgrind
check-systems: purposes := build systems ## compare presets with the real programs, on loopback (nginx, HAProxy, nutcracker, Redis, libmemcached)
check-gate: purposes := build check gate ## the whole gate on planted changes, with both builds (five minutes)
check-duet: purposes := build check duet ## duet on a planted slowdown and on equal builds, ten times (six minutes)
check-algorithms: purposes := build check ## compare with recorded answers of reference implementations: DIR=<folder>
lint: purposes := build check lint ## formatting, shellcheck, cppcheck, gcc and clang with warnings as errors
bench: purposes := build bench ## measure everything into results/latest and plot it (3 minutes; QUICK=1: half a minute)
bench-programs: purposes := build programs ## time whole programs with hyperfine into results/latest/programs.csv
bench-rivals: purposes := build bench ## measure against other libraries into results/latest/rivals.csv and plot it (a minute; QUICK=1: seconds)
study: purposes := build bench ## which hash, how many virtual nodes, at what cost: results/latest/study/README.md (2 minutes; QUICK=1: seconds)
field: purposes := build bench ## every algorithm under the same questions: results/latest/field/README.md (8 minutes; QUICK=1: seconds)
gate: purposes := build gate ## judge the tree against BASE=REVISION without a clock, in two to four minutes (FORMAT=markdown|csv|json)
history: purposes := build gate bench ## add the tree, REV=REVISION or all SINCE=REVISION to results/history, and find what changed when (two minutes each)
duet: purposes := build duet ## time the library against BASE=REVISION, in turns in one process (QUICK=1: a minute; DUET="options")
duet-false-alarms: purposes := build ## how often duet cries wolf: 50 runs of one build against itself (RUNS=N; half an hour)

check-asan: settings := SANITIZE=address,undefined UBSAN_OPTIONS=print_stacktrace=1
# A run that fails or is interrupted ends while its workers still run: that is no leak.
check-tsan: settings := SANITIZE=thread TSAN_OPTIONS='die_after_fork=0 report_thread_leaks=0'
check-valgrind: settings := JEMALLOC=0

.PHONY: $(SET_UP_GOALS) $(SET_UP_GOALS:=-run)
$(SET_UP_GOALS):
	$(Q)$(WRITABLE) $(if $(filter $@,$(MEASURING)),RESULTS=$(call quoted,$(RESULTS)))
	$(Q)$(SETUP) $(purposes)
	$(Q)+$(MAKE) --no-print-directory $(settings) $@-run

ifneq ($(filter $(SET_UP_GOALS) $(PLAIN_GOALS),$(MAKECMDGOALS)),)
# One goal comes after the other, and each in a make that sees what the goals before it have left.
.NOTPARALLEL:
OTHER_GOALS := $(filter-out $(SET_UP_GOALS) $(PLAIN_GOALS),$(MAKECMDGOALS))
.PHONY: $(OTHER_GOALS)
$(OTHER_GOALS):
	$(Q)+$(MAKE) --no-print-directory $@
else

# --- what this machine has

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Wundef -Wwrite-strings
ifeq ($(CI),true)
WERROR ?= 1
endif
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif

# SANITIZE=address,undefined or thread. Sanitizers and valgrind bring an allocator, which jemalloc would displace.
SANITIZE ?=
SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all)
JEMALLOC ?= $(if $(SANITIZE),0,1)

# Rivals that are measured where they are installed. libhashkit has no .pc file.
HASHKIT := $(shell $(CC) $(CPPFLAGS) -include libhashkit-1.0/hashkit.h -E -x c /dev/null >/dev/null 2>&1 && echo 1)
MEMCACHED := $(shell $(PKG_CONFIG) --exists libmemcached 2>/dev/null && echo 1)
RIVAL_CPPFLAGS := $(if $(HASHKIT),-DRM_LIBHASHKIT) $(if $(MEMCACHED),-DRM_LIBMEMCACHED)
RIVAL_LIBS := $(if $(MEMCACHED),-lmemcached) $(if $(HASHKIT),-lhashkit)

CORE_PACKAGES := libxxhash libcrypto zlib
BENCH_PACKAGES := jansson gsl $(if $(filter 1,$(JEMALLOC)),jemalloc)
CORE_LIBS = $(shell $(PKG_CONFIG) --libs $(CORE_PACKAGES)) -lm
BENCH_LIBS = $(shell $(PKG_CONFIG) --libs $(BENCH_PACKAGES)) $(RIVAL_LIBS) -lcsv -lm
TEST_LIBS = $(shell $(PKG_CONFIG) --libs cmocka)
PACKAGE_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(CORE_PACKAGES) $(BENCH_PACKAGES) $(if $(MEMCACHED),libmemcached) 2>/dev/null)

REQUIRED_CFLAGS := -std=gnu11 -fvisibility=hidden -pthread $(WARNINGS) $(SANITIZE_FLAGS)
REQUIRED_CPPFLAGS := -I. -Icore -D_GNU_SOURCE $(if $(filter 1,$(JEMALLOC)),,-DRM_NO_JEMALLOC) $(RIVAL_CPPFLAGS) $(PACKAGE_CFLAGS)
COMPILE = $(CC) $(REQUIRED_CFLAGS) $(CFLAGS) $(OPTIMISATION) $(REQUIRED_CPPFLAGS) $(CPPFLAGS) -MMD -MP
LINK = $(CC) $(REQUIRED_CFLAGS) $(CFLAGS) $(LDFLAGS)

# kernels of one instruction set are files of their own
AVX2_FLAGS := -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt
AVX512_FLAGS := $(AVX2_FLAGS) -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd -mprefer-vector-width=512
isa_flags = $(if $(findstring _avx512.c,$(1)),$(AVX512_FLAGS),$(if $(findstring _avx2.c,$(1)),$(AVX2_FLAGS)))

FLAG_SET := $(notdir $(firstword $(CC)))$(if $(SANITIZE),-$(subst $(comma),-,$(SANITIZE)))$(if $(filter 1,$(WERROR)),-werror)
FLAG_HASH := $(shell printf '%s' $(call quoted,$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $(JEMALLOC) $(RIVAL_CPPFLAGS)) | cksum | cut -d' ' -f1)
OBJ := $(BUILD)/obj/$(FLAG_SET)-$(FLAG_HASH)

CORE_SOURCES := $(sort $(wildcard core/*.c core/*/*.c core/*/*/*.c))
# the shim of make duet goes into objects of its own, one a revision
DUET_SHIM ?= bench/regression/duet/shim.c
BENCH_SOURCES := $(sort $(filter-out bench/regression/duet/shim.c,$(wildcard bench/*.c bench/*/*.c bench/*/*/*.c)))
TEST_SOURCES := $(sort $(wildcard tests/*/test_*.c tests/*/*/test_*.c tests/*/*/*/test_*.c tests/*/*/*/*/test_*.c))
TEST_SUPPORT := $(sort $(wildcard tests/support/*.c))

CORE_OBJECTS := $(CORE_SOURCES:%.c=$(OBJ)/%.o)
CORE_PIC := $(CORE_SOURCES:%.c=$(OBJ)/%.pic.o)
BENCH_OBJECTS := $(BENCH_SOURCES:%.c=$(OBJ)/%.o)
BENCH_LIBRARY_OBJECTS := $(filter-out $(OBJ)/bench/main.o,$(BENCH_OBJECTS))
TEST_SUPPORT_OBJECTS := $(TEST_SUPPORT:%.c=$(OBJ)/%.o)
TESTS := $(TEST_SOURCES:%.c=$(OBJ)/%)
# programs that compare with recorded answers, one a layout
CHECKS := $(patsubst %.c,$(OBJ)/%,$(sort $(wildcard tests/algorithms/check_*.c)))

# command-line tests, and those that look at the tree from outside
OUTSIDE := tests/install tests/plots tests/scripts
ALL_BATS := $(sort $(wildcard tests/*.bats tests/*/*.bats tests/*/*/*.bats))
# what is long and rarely fails is a file of its own, for check-long
LONG_BATS := $(filter %-long.bats,$(ALL_BATS))
BATS := $(filter-out $(LONG_BATS),$(ALL_BATS))
BATS_COMMAND := $(filter-out $(addsuffix /%,$(OUTSIDE)),$(BATS))

STATIC := $(OBJ)/libringmark.a
SHARED := $(OBJ)/libringmark.so.$(VERSION)
BENCH_ARCHIVE := $(OBJ)/libbench.a
PROGRAM := $(OBJ)/ringmark
DUET_OBJECT := $(OBJ)/duet.so
FACTS := $(OBJ)/build_facts.h

.PHONY: all
all: $(PROGRAM) $(STATIC) $(SHARED) ## build the command and the library (build/ringmark)
	$(Q)ln -sf $(PROGRAM:$(BUILD)/%=%) $(BUILD)/ringmark

# everything that is compiled, tests too
.PHONY: everything
everything: $(PROGRAM) $(STATIC) $(SHARED) $(DUET_OBJECT) $(TESTS) $(CHECKS)

# where the objects of these settings are: for scripts that look into them
.PHONY: objects-folder
objects-folder:
	@echo $(OBJ)

# stops the build with the one line to run; what is there already costs milliseconds
.PHONY: dependencies test-dependencies
dependencies:
	@$(SETUP) --check build
	@$(WRITABLE)
test-dependencies:
	@$(SETUP) --check check

$(OBJ)/%.o: %.c | dependencies
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $(call isa_flags,$<) $(EXTRA_$(notdir $*)) -c $< -o $@

$(OBJ)/%.pic.o: %.c | dependencies
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $(call isa_flags,$<) -fPIC -c $< -o $@

$(TEST_SOURCES:%.c=$(OBJ)/%.o) $(TEST_SUPPORT_OBJECTS): | test-dependencies

# nothing is measured in the tests' own code, and at -O1 it is compiled in half the time
$(OBJ)/tests/%.o: OPTIMISATION = $(if $(filter -O2 -O3,$(CFLAGS)),-O1)

# What was built from what, for the metadata of results: rewritten only when it changes.
.PHONY: FORCE
$(FACTS): FORCE | dependencies
	@mkdir -p $(@D)
	@scripts/build-facts $(call quoted,$(CC)) $(call quoted,$(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $(SANITIZE_FLAGS)) >$@.new; \
	if cmp -s $@.new $@; then rm -f $@.new; else mv -f $@.new $@; fi
EXTRA_machine := -include $(FACTS)
$(OBJ)/bench/output/machine.o: $(FACTS)

$(STATIC): $(CORE_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BENCH_ARCHIVE): $(BENCH_LIBRARY_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# a sanitizer's own symbols come with the program
$(SHARED): $(CORE_PIC)
	$(Q)$(LINK) -shared -Wl,-soname,libringmark.so.$(VERSION_MAJOR) $(if $(SANITIZE),,-Wl,--no-undefined) $^ -o $@ $(CORE_LIBS)

# The library of this tree with the cases that `ringmark duet` times (DUET_SHIM may be another tree's): it calls its
# own functions, also when another one is loaded beside it.
.PHONY: duet-object
duet-object: $(DUET_OBJECT)
	$(Q)ln -sf $(DUET_OBJECT:$(BUILD)/%=%) $(BUILD)/duet.so

$(OBJ)/duet_shim.pic.o: $(DUET_SHIM) | dependencies
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -fPIC -c $< -o $@

$(DUET_OBJECT): $(OBJ)/duet_shim.pic.o $(CORE_PIC)
	$(Q)$(LINK) -shared -Wl,-Bsymbolic $(if $(SANITIZE),,-Wl,--no-undefined) $^ -o $@ $(CORE_LIBS)

$(PROGRAM): $(OBJ)/bench/main.o $(BENCH_ARCHIVE) $(STATIC)
	$(Q)$(LINK) $^ -o $@ $(CORE_LIBS) $(BENCH_LIBS)

# tests of core/ link the library; tests of bench/ (tests/bench/...) the command's parts too
$(OBJ)/tests/bench/%: $(OBJ)/tests/bench/%.o $(TEST_SUPPORT_OBJECTS) $(BENCH_ARCHIVE) $(STATIC)
	$(Q)$(LINK) $^ -o $@ $(TEST_LIBS) $(CORE_LIBS) $(BENCH_LIBS)

# the test skips itself where the header is missing
$(OBJ)/tests/hash/test_libhashkit: TEST_LIBS += $(if $(HASHKIT),-lhashkit)

$(OBJ)/tests/%: $(OBJ)/tests/%.o $(TEST_SUPPORT_OBJECTS) $(STATIC)
	$(Q)$(LINK) $^ -o $@ $(TEST_LIBS) $(CORE_LIBS) -lm

# --- tests

# what tests of the command and of the installed library need to know
TEST_ENVIRONMENT = RINGMARK=$(call quoted,$(abspath $(PROGRAM))) RINGMARK_STATIC=$(call quoted,$(abspath $(STATIC))) \
	RINGMARK_SHARED=$(call quoted,$(abspath $(SHARED))) RINGMARK_DUET=$(call quoted,$(abspath $(DUET_OBJECT))) \
	BUILD=$(call quoted,$(abspath $(BUILD))) CC=$(call quoted,$(CC)) \
	RINGMARK_LIBS=$(call quoted,$(CORE_LIBS) $(BENCH_LIBS))

.PHONY: unit-tests check-sanitized check-under-valgrind
check-run: all everything
	$(Q)$(TEST_ENVIRONMENT) scripts/run-tests $(TESTS) $(BATS)

unit-tests: $(TESTS)
	$(Q)scripts/run-tests $(TESTS)

check-sanitized: $(PROGRAM) $(TESTS)
	$(Q)$(TEST_ENVIRONMENT) RINGMARK_SANITIZED=1 scripts/run-tests --timeout 900 $(TESTS) $(BATS_COMMAND)

check-asan-run check-tsan-run: check-sanitized

check-under-valgrind: $(TESTS)
	$(Q)scripts/run-tests --timeout 3600 --with scripts/under-valgrind $(TESTS)

check-valgrind-run: check-under-valgrind

# the programs and *.bats files that have a longer form or no shorter one; what takes minutes by itself has a target of
# its own
LONG_FILES = $(LONG_BATS) $(filter-out %-whole.bats,$(shell grep -l RINGMARK_LONG $(TEST_SOURCES) $(BATS)))

check-long-run: all $(DUET_OBJECT) $(patsubst %.c,$(OBJ)/%,$(filter %.c,$(LONG_FILES)))
	$(Q)$(TEST_ENVIRONMENT) RINGMARK_LONG=1 scripts/run-tests --timeout 900 \
		$(patsubst %.c,$(OBJ)/%,$(LONG_FILES))

check-systems-run: all
	$(Q)RINGMARK=$(call quoted,$(abspath $(PROGRAM))) CC=$(call quoted,$(CC)) scripts/check-systems

check-gate-run:
	$(Q)+$(TEST_ENVIRONMENT) RINGMARK_LONG=1 scripts/run-tests --timeout 1500 tests/scripts/gate-whole.bats

check-algorithms-run: $(CHECKS)
	$(Q)scripts/check-algorithms $(call quoted,$(DIR)) $(CHECKS)

check-duet-run: all duet-object
	$(Q)+$(TEST_ENVIRONMENT) RINGMARK_LONG=1 scripts/run-tests --timeout 1500 tests/scripts/duet-whole.bats

lint-run:
	$(Q)+BUILD=$(call quoted,$(BUILD)) MAKE=$(call quoted,$(MAKE)) scripts/lint

# --- measuring

bench-run: all
	$(Q)RINGMARK=$(call quoted,$(abspath $(PROGRAM))) RESULTS=$(call quoted,$(RESULTS)) QUICK=$(call quoted,$(QUICK)) scripts/sweep

bench-programs-run: all
	$(Q)RINGMARK=$(call quoted,$(abspath $(PROGRAM))) RESULTS=$(call quoted,$(RESULTS)) QUICK=$(call quoted,$(QUICK)) scripts/bench-programs

bench-rivals-run: all
	$(Q)RINGMARK=$(call quoted,$(abspath $(PROGRAM))) RESULTS=$(call quoted,$(RESULTS)) QUICK=$(call quoted,$(QUICK)) scripts/bench-rivals

study-run: all
	$(Q)RINGMARK=$(call quoted,$(abspath $(PROGRAM))) RESULTS=$(call quoted,$(RESULTS)) QUICK=$(call quoted,$(QUICK)) scripts/study

field-run: all
	$(Q)RINGMARK=$(call quoted,$(abspath $(PROGRAM))) RESULTS=$(call quoted,$(RESULTS)) QUICK=$(call quoted,$(QUICK)) scripts/field

# --- regression

# the compiler and flags of both builds
GATE_ENVIRONMENT = CC=$(call quoted,$(CC)) CFLAGS=$(call quoted,$(CFLAGS)) CPPFLAGS=$(call quoted,$(CPPFLAGS)) \
	LDFLAGS=$(call quoted,$(LDFLAGS)) PKG_CONFIG=$(call quoted,$(PKG_CONFIG)) BUILD=$(call quoted,$(BUILD)) MAKE=$(call quoted,$(MAKE))
FORMAT ?= text

.PHONY: accepted-check accept
gate-run:
	$(Q)$(GATE_ENVIRONMENT) scripts/gate --format $(call quoted,$(FORMAT)) $(if $(BASE),$(call quoted,$(BASE)))

history-run: all
	$(Q)RINGMARK=$(call quoted,$(abspath $(PROGRAM))) $(GATE_ENVIRONMENT) scripts/history --format $(call quoted,$(FORMAT)) \
		--results $(call quoted,$(RESULTS)) $(if $(SINCE),--since $(call quoted,$(SINCE))) $(if $(REV),$(call quoted,$(REV)))

duet-run: all
	$(Q)RINGMARK=$(call quoted,$(abspath $(PROGRAM))) $(GATE_ENVIRONMENT) \
		scripts/duet $(if $(filter 1,$(QUICK)),--quick) $(DUET) $(if $(BASE),$(call quoted,$(BASE)))

duet-false-alarms-run: all duet-object
	$(Q)RINGMARK=$(call quoted,$(abspath $(PROGRAM))) DUET_OBJECT=$(call quoted,$(abspath $(DUET_OBJECT))) \
		RESULTS=$(call quoted,$(RESULTS)) scripts/duet-false-alarms $(RUNS)

accepted-check: all ## compare every exact figure with results/accepted.csv
	$(Q)scripts/gate --accepted --head-command $(call quoted,$(abspath $(PROGRAM)))

accept: all ## rewrite results/accepted.csv: git diff is the review
	$(Q)scripts/gate --accept --head-command $(call quoted,$(abspath $(PROGRAM)))

# --- installing

# what ringmark.h includes is public; other headers of core/ are not installed
public_headers = $(sort $(filter core/%.h,$(shell $(CC) $(REQUIRED_CPPFLAGS) $(CPPFLAGS) -MM core/ringmark.h)))
# paths below PREFIX are written relative to it, so that the tree can be moved
pc_path = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))

.PHONY: install
install: $(PROGRAM) $(STATIC) $(SHARED) ## install below DESTDIR and PREFIX (/usr/local), with manual pages where lowdown is
	$(Q)$(INSTALL) -d $(call to,$(bindir)) $(call to,$(libdir)/pkgconfig) $(call to,$(INCLUDES))
	$(Q)$(INSTALL) -m 755 $(PROGRAM) $(call to,$(bindir))/ringmark
	$(Q)$(INSTALL) -m 644 $(STATIC) $(call to,$(libdir))/libringmark.a
	$(Q)$(INSTALL) -m 755 $(SHARED) $(call to,$(libdir))/libringmark.so.$(VERSION)
	$(Q)ln -sf libringmark.so.$(VERSION) $(call to,$(libdir))/libringmark.so.$(VERSION_MAJOR)
	$(Q)ln -sf libringmark.so.$(VERSION_MAJOR) $(call to,$(libdir))/libringmark.so
	$(Q)for header in $(public_headers:core/%=%); do \
		$(INSTALL) -d "$$(dirname $(call to,$(INCLUDES))/$$header)" && \
		$(INSTALL) -m 644 core/$$header $(call to,$(INCLUDES))/$$header || exit 1; \
	done
	$(Q)$(INSTALL) -m 644 bench/plugin/plugin.h $(call to,$(INCLUDES))/plugin.h
	$(Q)printf '%s\n' $(call quoted,prefix=$(PREFIX)) $(call quoted,libdir=$(call pc_path,$(libdir))) \
		$(call quoted,includedir=$(call pc_path,$(includedir))) '' 'Name: ringmark' \
		'Description: consistent-hash rings, with exact shares and movement' 'Version: $(VERSION)' \
		'Requires.private: $(CORE_PACKAGES)' 'Libs: -L$${libdir} -lringmark' 'Libs.private: -pthread -lm' \
		'Cflags: -I$${includedir}/ringmark' >$(call to,$(libdir))/pkgconfig/ringmark.pc
	$(Q)$(if $(COMPLETION),$(INSTALL) -d $(call to,$(COMPLETIONS)) && \
		$(INSTALL) -m 644 $(COMPLETION) $(call to,$(COMPLETIONS))/ringmark)
	$(Q)LOWDOWN=$(call quoted,$(LOWDOWN)) VERSION=$(VERSION) scripts/pages $(call to,$(mandir))

.SECONDARY:
-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
endif

# --- what needs to know nothing of the machine

.PHONY: check-fresh
check-fresh: ## the two commands of the README on empty Debian machines, as root and as a user (needs root; ten minutes)
	$(Q)scripts/check-fresh

.PHONY: check-all
check-all: ## check, the longer forms, lint, both sanitizers, valgrind, the whole gate and duet
	$(Q)+tally=$$(mktemp) && bad=0 && export RINGMARK_TALLY=$$tally && \
	for target in check check-long lint check-asan check-tsan check-valgrind check-gate check-duet; do \
		echo "== $$target"; $(MAKE) --no-print-directory $$target || bad=1; \
	done; \
	awk '{ p += $$1; f += $$2 } END { print p + 0 " passed, " f + 0 " failed" }' $$tally; rm -f $$tally; exit $$bad

.PHONY: format
format: ## run clang-format over the sources
	$(Q)find core bench tests -name '*.[ch]' -exec $(CLANG_FORMAT) -i {} +

.PHONY: publish
publish: ## copy a whole, full run (and study, and field) from results/latest to results/published
	$(Q)RESULTS=$(call quoted,$(RESULTS)) scripts/publish

.PHONY: uninstall
uninstall: ## remove what install put there
	$(Q)rm -f $(call to,$(bindir))/ringmark $(call to,$(libdir))/libringmark.a $(call to,$(libdir))/libringmark.so \
		$(call to,$(libdir))/libringmark.so.$(VERSION_MAJOR) $(call to,$(libdir))/libringmark.so.$(VERSION) \
		$(call to,$(libdir))/pkgconfig/ringmark.pc $(call to,$(COMPLETIONS))/ringmark
	$(Q)rm -f $(foreach page,$(PAGES),$(call to,$(mandir))/$(page))
	$(Q)rm -rf $(call to,$(INCLUDES))

.PHONY: clean
clean: ## remove the build directory
	rm -rf $(BUILD)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo 'Variables: CC CFLAGS CPPFLAGS LDFLAGS PREFIX DESTDIR BUILD RESULTS SANITIZE=address,undefined WERROR=1 QUICK=1 V=1'
