#include "port.h"

bool rmk_is_port(rmk_bytes text) {
    uint32_t port = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned digit = text.data[i] - (unsigned)'0';
        if (digit > 9 || (port = port * 10 + digit) > UINT16_MAX)
            return false;
    }
    return port > 0;
}
