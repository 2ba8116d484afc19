/* crc16.h - private: CRC-16/XMODEM. */
#ifndef RMK_CRC16_H
#define RMK_CRC16_H

#include "../base.h"

uint16_t rmk_crc16(rmk_bytes bytes);

#endif
