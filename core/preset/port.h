/* port.h - private: the ports of addresses, for systems whose nodes are named host:port. */
#ifndef RMK_PORT_H
#define RMK_PORT_H

#include "../base.h"

/* True when the text is nothing but digits and a number from 1 to 65535. */
bool rmk_is_port(rmk_bytes text);

#endif
