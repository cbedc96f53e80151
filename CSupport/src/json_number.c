/* strtod_l */
#define _GNU_SOURCE
#include "json_powers.h"
#include "json_scan.h"
#include <csupport/json.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>

__extension__ typedef unsigned __int128 wide;

/* A number's text as digits x 10^exponent. */
struct decimal {
    uint64_t digits;       /* the first nineteen that count */
    int64_t exponent;      /* of the last of them */
    int negative, inexact; /* inexact: digits other than zero follow */
};

/* Beyond any exponent that could matter, whatever the text says. */
static const int64_t exponent_limit = (int64_t)1 << 40;

static int64_t read_exponent(const uint8_t *p, const uint8_t *end)
{
    int64_t value = 0;
    int negative = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    for (; p < end; p++)
        if (value < exponent_limit)
            value = value * 10 + (*p - '0');
    return negative ? -value : value;
}

static const uint8_t *take_digits(const uint8_t *p, const uint8_t *end, struct decimal *d, unsigned *taken)
{
    while (end - p >= 8 && *taken <= 11 && d->digits != 0) {
        uint64_t v = load8(p);
        if (!eight_digits(v))
            break;
        d->digits = d->digits * 100000000u + eight_digit_value(v);
        *taken += 8;
        p += 8;
    }
    for (; p < end && is_digit(*p); p++) {
        if (*taken < 19) {
            d->digits = d->digits * 10 + (uint64_t)(*p - '0');
            *taken += d->digits != 0;
        } else {
            d->inexact |= *p != '0';
            d->exponent++;
        }
    }
    return p;
}

static struct decimal read_decimal(const uint8_t *text, size_t len)
{
    const uint8_t *p = text, *end = text + len;
    struct decimal d = {0, 0, 0, 0};
    unsigned taken = 0;
    d.negative = len > 0 && *p == '-';
    p = take_digits(p + d.negative, end, &d, &taken);
    if (p < end && *p == '.') {
        const uint8_t *first = p + 1;
        p = take_digits(first, end, &d, &taken);
        d.exponent -= p - first;
    }
    if (p < end)
        d.exponent += read_exponent(p + 1, end);
    return d;
}

static double double_from(uint64_t mantissa, int32_t biased)
{
    uint64_t bits = (mantissa & 0xFFFFFFFFFFFFFu) | (uint64_t)(uint32_t)biased << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* digits x 10^exponent to the nearest double, by one product with 128 bits of the power (Lemire, "Number
 * parsing at a gigabyte per second", 2021). False when those bits do not decide it. */
static int round_by_product(uint64_t digits, int64_t exponent, double *out)
{
    if (exponent < CS_JSON_POWER_FIRST || exponent > CS_JSON_POWER_LAST)
        return 0;
    const uint64_t *power = cs_json_powers[exponent - CS_JSON_POWER_FIRST];
    int shift = __builtin_clzll(digits);
    uint64_t w = digits << shift;
    wide product = (wide)w * power[0];
    uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    if ((high & 0x1FF) == 0x1FF) {
        uint64_t more = (uint64_t)(((wide)w * power[1]) >> 64);
        low += more;
        high += low < more;
        if (low == UINT64_MAX)
            return 0;
    }
    int top = (int)(high >> 63);
    uint64_t mantissa = high >> (top + 9);
    int32_t biased = (int32_t)((217706 * exponent) >> 16) + 63 + top - shift + 1023;
    if (biased <= 0) {
        if (biased <= -62)
            return 0;
        mantissa >>= 1 - biased;
        mantissa = (mantissa + (mantissa & 1)) >> 1;
        *out = double_from(mantissa, mantissa >> 52 ? 1 : 0);
        return mantissa != 0;
    }
    /* Exactly half way can only be reached by small powers; then to even. */
    if (low <= 1 && exponent >= -4 && exponent <= 23 && (mantissa & 3) == 1 && mantissa << (top + 9) == high)
        mantissa &= ~(uint64_t)1;
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    if (mantissa >> 53) {
        mantissa >>= 1;
        biased++;
    }
    *out = double_from(mantissa, biased);
    return biased < 0x7FF;
}

/* More digits than this cannot change a rounding beyond "there is more" (the longest half way point has 767).
 */
#define LONGEST 800

/* Writes the number with at most LONGEST digits, none lost: a final 1 stands for all that were cut off. */
static void write_short(const uint8_t *text, size_t len, char out[LONGEST + 40])
{
    const uint8_t *p = text, *end = text + len;
    char *o = out;
    int64_t exponent = 0;
    size_t count = 0;
    int after_point = 0, cut = 0;
    if (p < end && *p == '-')
        *o++ = (char)*p++;
    for (; p < end && (is_digit(*p) || *p == '.'); p++) {
        if (*p == '.') {
            after_point = 1;
        } else if (count == 0 && *p == '0') {
            exponent -= after_point;
        } else if (count < LONGEST) {
            *o++ = (char)*p;
            count++;
            exponent -= after_point;
        } else {
            cut |= *p != '0';
            exponent += !after_point;
        }
    }
    if (p < end)
        exponent += read_exponent(p + 1, end);
    if (cut) {
        *o++ = '1';
        exponent--;
    }
    if (count == 0)
        *o++ = '0';
    if (exponent > 1000000)
        exponent = 1000000;
    if (exponent < -1000000)
        exponent = -1000000;
    *o++ = 'e';
    if (exponent < 0) {
        *o++ = '-';
        exponent = -exponent;
    }
    char reversed[8];
    size_t digits = 0;
    do {
        reversed[digits++] = (char)('0' + exponent % 10);
        exponent /= 10;
    } while (exponent > 0);
    while (digits > 0)
        *o++ = reversed[--digits];
    *o = 0;
}

/* Asks the C library, in the C locale whatever the program's is. */
static int convert_slowly(const uint8_t *text, size_t len, double *wide_out, float *narrow_out)
{
    char copy[LONGEST + 40];
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (c == (locale_t)0)
        return 0;
    write_short(text, len, copy);
    double value;
    if (narrow_out) {
        *narrow_out = strtof_l(copy, NULL, c);
        value = (double)*narrow_out;
    } else {
        *wide_out = strtod_l(copy, NULL, c);
        value = *wide_out;
    }
    freelocale(c);
    return value != 0 && value - value == 0;
}

static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* At most eight digits, the first byte lowest, as a number. */
static inline uint32_t few_digits_value(uint64_t digits, size_t count)
{
    if (count < 8)
        digits = digits << (8 - count) * 8 | 0x3030303030303030u >> count * 8;
    return eight_digit_value(digits);
}

/* A number of at most eight bytes, seven of them digits and one a point, without a loop over them. */
static int read_short_real(const uint8_t *text, size_t len, double *out)
{
    uint64_t v, unused;
    int negative = *text == '-';
    text += negative;
    len -= (size_t)negative;
    if (len > 8)
        return 0;
    cs_json_pack(text, len, &v, &unused);
    uint64_t point = zero_bytes(v ^ (CS_ONES * '.'));
    if (point == 0)
        return 0;
    unsigned whole = (unsigned)__builtin_ctzll(point) & ~7u;
    uint64_t below = ((uint64_t)1 << whole) - 1, digits = (v & below) | (v >> 8 & ~below);
    size_t count = len - 1;
    if (not_digits(digits) << (8 - count) * 8 != 0)
        return 0;
    double value = few_digits_value(digits, count) / exact_powers[count - whole / 8];
    *out = negative ? -value : value;
    return 1;
}

int cs_json_double(const uint8_t *text, size_t len, double *out)
{
    if (len >= 3 && len <= 9 && read_short_real(text, len, out))
        return 1;
    struct decimal d = read_decimal(text, len);
    double value;
    if (d.digits == 0) {
        value = 0;
    } else if (d.digits <= (uint64_t)1 << 53 && !d.inexact && d.exponent >= -22 && d.exponent <= 22) {
        value = (double)d.digits;
        value = d.exponent < 0 ? value / exact_powers[-d.exponent] : value * exact_powers[d.exponent];
    } else {
        double next;
        if (!round_by_product(d.digits, d.exponent, &value) ||
            (d.inexact && (!round_by_product(d.digits + 1, d.exponent, &next) || value < next)))
            return convert_slowly(text, len, out, NULL);
    }
    *out = d.negative ? -value : value;
    return 1;
}

int cs_json_float(const uint8_t *text, size_t len, float *out)
{
    double value;
    if (!cs_json_double(text, len, &value))
        return 0;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    double size = value < 0 ? -value : value;
    /* Rounding twice goes wrong only when the double is half way between two floats. */
    if (value != 0 && ((bits & 0x1FFFFFFF) == 0x10000000 || size < 0x1p-126 || size >= 0x1.fffffep127))
        return convert_slowly(text, len, NULL, out);
    *out = (float)value;
    return 1;
}

int64_t cs_json_short(const uint8_t *text, size_t len)
{
    int negative = len > 0 && *text == '-';
    text += negative;
    len -= (size_t)negative;
    uint64_t value, unused;
    if (len <= 8) {
        cs_json_pack(text, len, &value, &unused);
        value = few_digits_value(value, len);
    } else {
        size_t pair = len < 16 ? len : 16;
        value = few_digits_value(load8(text), pair - 8) * (uint64_t)100000000u;
        value += eight_digit_value(load8(text + pair - 8));
        for (size_t i = pair; i < len; i++)
            value = value * 10 + (uint64_t)(text[i] - '0');
    }
    return negative ? -(int64_t)value : (int64_t)value;
}

static int append(wide *value, unsigned digit)
{
    return !__builtin_mul_overflow(*value, (wide)10, value) &&
           !__builtin_add_overflow(*value, (wide)digit, value);
}

int cs_json_whole(const uint8_t *text, size_t len, int *negative, uint64_t *high, uint64_t *low)
{
    const uint8_t *p = text, *end = text + len;
    wide value = 0;
    int64_t zeros = 0, exponent = 0;
    int after_point = 0;
    *negative = p < end && *p == '-';
    for (p += *negative; p < end && (is_digit(*p) || *p == '.'); p++) {
        if (*p == '.') {
            after_point = 1;
            continue;
        }
        exponent -= after_point;
        if (*p == '0') {
            zeros += value != 0;
            continue;
        }
        /* Zeros count only once something follows them. */
        if (zeros > 40)
            return 0;
        for (; zeros > 0; zeros--)
            if (!append(&value, 0))
                return 0;
        if (!append(&value, *p - '0'))
            return 0;
    }
    if (p < end)
        exponent += read_exponent(p + 1, end);
    exponent += zeros;
    if (value != 0 && (exponent < 0 || exponent > 40))
        return 0;
    for (; value != 0 && exponent > 0; exponent--)
        if (!append(&value, 0))
            return 0;
    *high = (uint64_t)(value >> 64);
    *low = (uint64_t)value;
    return 1;
}
