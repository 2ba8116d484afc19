/* rounded.h - private: doubles that come out the same whatever the compiler makes of the expression. */
#ifndef RMK_ROUNDED_H
#define RMK_ROUNDED_H

/* Rounds a product before it is added to anything: a fused multiply-add would give another sum. */
static inline double rmk_rounded_product(double a, double b) {
    volatile double product = a * b;
    return product;
}

#endif
