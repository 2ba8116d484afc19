/* sizes.h - bytes as people read them. */
#ifndef RM_SIZES_H
#define RM_SIZES_H

/* "35 bytes", "1.2 MB": three digits and a unit of powers of 1000, into `out`, which it returns. */
#define RM_SIZE_TEXT 32
char *rm_size_text(double bytes, char out[RM_SIZE_TEXT]);

#endif
