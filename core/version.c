/* version.c - the version as text, from the lines that the soname is read from. */
#include "ringmark.h"

#define TEXT_OF(x)  #x
#define TEXT(macro) TEXT_OF(macro)

const char *rmk_version(void) {
    return TEXT(RMK_VERSION_MAJOR) "." TEXT(RMK_VERSION_MINOR) "." TEXT(RMK_VERSION_PATCH);
}
