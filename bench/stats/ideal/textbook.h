/*
 * textbook.h - the number of virtual nodes that textbooks give: shares of equal nodes are taken for normal
 * and independent, which they are not. It is too small; peak.h has the exact one.
 */
#ifndef RM_TEXTBOOK_H
#define RM_TEXTBOOK_H

#include <stdint.h>

/*
 * ceil((1 - 1/n) (z/(h-1))^2), z the normal quantile at confidence^(1/n): so many points a node that the
 * largest relative share shall be at most h. 0 when h <= 1, nodes is 0, the confidence is not within (0, 1),
 * or the number is above 2^53. Any thread, O(1).
 */
uint64_t rm_textbook_vnodes(uint64_t nodes, double h, double confidence);

#endif
