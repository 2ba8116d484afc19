#include "machine.h"

#include <gsl/gsl_version.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include <zlib.h>

#include "bench/support/fail.h"
#ifndef RM_NO_JEMALLOC
#include <jemalloc/jemalloc.h>
#endif

/* The Makefile puts these in front when it builds this file. */
#ifndef RM_BUILD_COMMIT
#define RM_BUILD_COMMIT   ""
#define RM_BUILD_DIRTY    0
#define RM_BUILD_COMPILER ""
#define RM_BUILD_FLAGS    "unknown"
#endif

/* The first line of a small file without its end, or "". */
static void first_line(const char *path, char *out, size_t room) {
    out[0] = 0;
    FILE *file = rm_fopen(path);
    if (!file)
        return;
    if (!fgets(out, (int)room, file))
        out[0] = 0;
    fclose(file);
    out[strcspn(out, "\n")] = 0;
}

/* A text that may not be UTF-8 (an argument) is kept with its odd bytes as '?'. */
json_t *rm_fact_text(const char *text) {
    if (!text || !text[0])
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    char *plain = rm_text("%s", text);
    for (char *c = plain; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    value = json_string(plain);
    free(plain);
    return value;
}

void rm_fact_set(json_t *object, const char *name, json_t *value) {
    if (json_object_set_new(object, name, value) != 0)
        rm_fail("out of memory for the facts of the machine");
}

/* The value of the first line of /proc/cpuinfo whose name is "model name" (or what other machines have). */
static json_t *cpu_model(void) {
    FILE *file = rm_fopen("/proc/cpuinfo");
    char line[512];
    json_t *model = NULL;
    while (file && !model && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (!colon || (strncmp(line, "model name", 10) != 0 && strncmp(line, "CPU part", 8) != 0))
            continue;
        line[strcspn(line, "\n")] = 0;
        while (*++colon == ' ')
            continue;
        model = rm_fact_text(colon);
    }
    if (file)
        fclose(file);
    return model ? model : json_null();
}

/* "512K" and "32M" as sysfs writes sizes. */
static size_t size_of_text(const char *text) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return value << (*end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0);
}

static size_t cache_of_sysfs(int level) {
    for (int i = 0; i < 8; i++) {
        char path[96], text[32];
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/level", i);
        first_line(path, text, sizeof text);
        if (atoi(text) != level)
            continue;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/type", i);
        first_line(path, text, sizeof text);
        if (strcmp(text, "Instruction") == 0)
            continue;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", i);
        first_line(path, text, sizeof text);
        return size_of_text(text);
    }
    return 0;
}

static size_t cache_size(int level, int name) {
    size_t bytes = cache_of_sysfs(level);
    if (bytes)
        return bytes;
    long told = sysconf(name);
    return told > 0 ? (size_t)told : 0;
}

rm_caches rm_caches_of_machine(void) {
    return (rm_caches){cache_size(1, _SC_LEVEL1_DCACHE_SIZE), cache_size(2, _SC_LEVEL2_CACHE_SIZE),
                       cache_size(3, _SC_LEVEL3_CACHE_SIZE)};
}

/* Of "always [madvise] never" the chosen word. */
static json_t *huge_pages(void) {
    char line[128];
    first_line("/sys/kernel/mm/transparent_hugepage/enabled", line, sizeof line);
    char *open = strchr(line, '['), *close = open ? strchr(open, ']') : NULL;
    if (!close)
        return json_null();
    *close = 0;
    return rm_fact_text(open + 1);
}

uint64_t rm_huge_bytes(void) {
    char line[128];
    unsigned long long kilobytes = 0;
    FILE *file = rm_fopen("/proc/self/smaps_rollup");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "AnonHugePages: %llu", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return (uint64_t)kilobytes * 1024;
}

static const char *pages_name(rmk_pages pages) {
    return pages == RMK_PAGES_HUGE ? "huge" : pages == RMK_PAGES_NORMAL ? "normal" : "auto";
}

static json_t *libraries(void) {
    json_t *object = json_object();
    char xxhash[32];
    unsigned version = XXH_versionNumber();
    snprintf(xxhash, sizeof xxhash, "%u.%u.%u", version / 10000, version / 100 % 100, version % 100);
    rm_fact_set(object, "ringmark", json_string(rmk_version()));
    rm_fact_set(object, "xxhash", json_string(xxhash));
    rm_fact_set(object, "openssl", rm_fact_text(OpenSSL_version(OPENSSL_VERSION)));
    rm_fact_set(object, "zlib", rm_fact_text(zlibVersion()));
    rm_fact_set(object, "gsl", rm_fact_text(gsl_version));
    rm_fact_set(object, "jansson", json_string(JANSSON_VERSION));
#ifdef RM_NO_JEMALLOC
    rm_fact_set(object, "jemalloc", json_null());
#else
    const char *jemalloc = NULL;
    size_t size = sizeof jemalloc;
    rm_fact_set(object, "jemalloc",
                rm_fact_text(mallctl("version", &jemalloc, &size, NULL, 0) ? NULL : jemalloc));
#endif
    return object;
}

static json_t *load_now(void) {
    double load[3];
    if (getloadavg(load, 3) != 3)
        return json_null();
    json_t *array = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(array, json_real(load[i]));
    return array;
}

static json_t *utc_now(void) {
    char text[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return json_string(text);
}

/* JSON integers of this library end at 2^63 - 1; a larger number is kept as its digits. */
static json_t *json_number(uint64_t number) {
    if (number <= INT64_MAX)
        return json_integer((json_int_t)number);
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    return json_string(digits);
}

static json_t *size_or_null(size_t bytes) {
    return bytes ? json_integer((json_int_t)bytes) : json_null();
}

static json_t *machine(void) {
    json_t *object = json_object();
    struct utsname system;
    bool known = uname(&system) == 0;
    rm_fact_set(object, "cpu", cpu_model());
    rm_fact_set(object, "cores", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    rm_fact_set(object, "memory_bytes",
                size_or_null((size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE)));
    char *kernel = known ? rm_text("%s %s %s", system.sysname, system.release, system.machine) : NULL;
    rm_fact_set(object, "kernel", rm_fact_text(kernel));
    free(kernel);
    rm_caches caches = rm_caches_of_machine();
    rm_fact_set(object, "l1_bytes", size_or_null(caches.l1));
    rm_fact_set(object, "l2_bytes", size_or_null(caches.l2));
    rm_fact_set(object, "l3_bytes", size_or_null(caches.l3));
    rm_fact_set(object, "huge_pages", huge_pages());
    char governor[64];
    first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", governor, sizeof governor);
    rm_fact_set(object, "governor", rm_fact_text(governor));
    rm_fact_set(object, "best_isa", json_string(rmk_isa_name(rmk_isa_detect())));
    rm_fact_set(object, "load", load_now());
    return object;
}

json_t *rm_machine_facts(const rm_options *options) {
    json_t *facts = json_object();
    rm_fact_set(facts, "command_line", rm_fact_text(options->command_line));
    rm_fact_set(facts, "seed", json_number(options->seed));
    rm_fact_set(facts, "started", utc_now());
    bool commit_known = RM_BUILD_COMMIT[0] != 0;
    rm_fact_set(facts, "commit", rm_fact_text(RM_BUILD_COMMIT));
    rm_fact_set(facts, "dirty", commit_known ? json_boolean(RM_BUILD_DIRTY) : json_null());
    rm_fact_set(facts, "compiler", rm_fact_text(RM_BUILD_COMPILER[0] ? RM_BUILD_COMPILER : __VERSION__));
    rm_fact_set(facts, "compiler_flags", rm_fact_text(RM_BUILD_FLAGS));
    rm_fact_set(facts, "isa", json_string(rmk_isa_name(options->isa)));
    rm_fact_set(facts, "pages", json_string(pages_name(options->pages)));
    rm_fact_set(facts, "libraries", libraries());
    rm_fact_set(facts, "machine", machine());
    return facts;
}
