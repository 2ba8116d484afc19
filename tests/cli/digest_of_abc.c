/* digest_of_abc.c - a program with the library: MD5 of three bytes; exit 1 with the text of the status when
 * it cannot. */
#include <stdio.h>

#include "core/ringmark.h"

int main(void) {
    rmk_hasher hasher;
    rmk_status status = rmk_hasher_open(&hasher, &rmk_hash_md5, RMK_ISA_SCALAR, NULL);
    if (status) {
        printf("%s\n", rmk_status_text(status));
        return 1;
    }
    printf("%016llx\n", (unsigned long long)rmk_hash_one(&hasher, "abc", 3));
    rmk_hasher_close(&hasher);
    return 0;
}
