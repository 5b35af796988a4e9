// On which side of a line a point lies: see orient.h.
#include "orient.h"

/// Exact, whichever is larger: sum + error = a + b (Knuth).
static double two_sum(double a, double b, double *error)
{
    const double sum = a + b, of_b = sum - a, of_a = sum - of_b;
    *error = (a - of_a) + (b - of_b);
    return sum;
}

enum { TERMS = 6 };

/// The sign of a sum. The terms become parts that do not overlap, so that the largest of them has the sign of all.
static int sign_of_sum(const double terms[TERMS])
{
    double parts[TERMS];
    int count = 0;
    for (int i = 0; i < TERMS; i++) {
        double carry = terms[i];
        int kept = 0;
        for (int j = 0; j < count; j++) {
            double error;
            carry = two_sum(carry, parts[j], &error);
            if (error != 0) {
                parts[kept++] = error;
            }
        }
        if (carry != 0) {
            parts[kept++] = carry;
        }
        count = kept;
    }
    return count == 0 ? 0 : parts[count - 1] > 0 ? 1 : -1;
}

static int exact(qd_vec2 p, qd_vec2 q, qd_vec2 r)
{
    const double px = p.x, py = p.y, qx = q.x, qy = q.y, rx = r.x, ry = r.y;
    const double terms[TERMS] = { qx * ry, -(qx * py), -(px * ry), -(qy * rx), qy * px, py * rx };
    return sign_of_sum(terms);
}

int qd__orient(qd_vec2 p, qd_vec2 q, qd_vec2 r)
{
    const double left = ((double)q.x - p.x) * ((double)r.y - p.y);
    const double right = ((double)q.y - p.y) * ((double)r.x - p.x);
    const double difference = left - right;
    const double size = (left > 0 ? left : -left) + (right > 0 ? right : -right);
    const double doubt = 4 * 0x1p-53 * size; // Shewchuk shows that little more than 3 would do
    if (difference > doubt || -difference > doubt) {
        return difference > 0 ? 1 : -1;
    }
    return exact(p, q, r);
}
