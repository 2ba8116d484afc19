/* block.h - private: how many keys are handed on at once. */
#ifndef RM_KEYS_BLOCK_H
#define RM_KEYS_BLOCK_H

#define RM_KEYS_BLOCK 4096

#endif
