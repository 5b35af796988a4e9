// Brute force, which judges the trees: loops over all boxes, and nothing else. And the boxes themselves.

export const SIDE = 1024; // of the world, from 0

/** Closed boxes: those that touch overlap. Trees have a function of their own (tree.js), whose calls are counted. */
const overlap = (a, b) => a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;

/** The numbers of the boxes that overlap a window. */
export function inWindow(boxes, window) {
    return boxes.flatMap((box, i) => (overlap(box, window) ? [i] : []));
}

/** The numbers of the boxes nearest to a point, the nearest first, at most so many. */
export function nearestTo(boxes, x, y, most) {
    const distances = boxes.map(({ left, bottom, right, top }, number) => {
        const across = Math.max(left - x, 0, x - right), up = Math.max(bottom - y, 0, y - top);
        return { number, distance: across * across + up * up };
    });
    return distances.sort((a, b) => a.distance - b.distance || a.number - b.number).slice(0, most).map(({ number }) => number);
}

/** The pairs that overlap, as "SMALLER LARGER". */
export function allPairs(boxes) {
    const pairs = [];
    for (let i = 0; i < boxes.length; i++)
        for (let j = i + 1; j < boxes.length; j++) if (overlap(boxes[i], boxes[j])) pairs.push(`${i} ${j}`);
    return pairs;
}

/** What differs between two lists: those missing or extra, and those that the first has more than once. */
export function differences(answer, wanted) {
    const times = new Map(wanted.map(one => [one, -1]));
    for (const one of answer) times.set(one, (times.get(one) ?? 0) + 1);
    return [...times].filter(([, count]) => count !== 0).map(([one]) => one);
}

/** Numbers below `sides`, the same ones every time. */
export function makeDice(seed = 1) {
    let state = seed;
    return sides => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return (state >>> 8) % sides;
    };
}

/** So many boxes with sides up to `most`, in the world. */
export function scatter(count, most, seed = 1) {
    const dice = makeDice(seed);
    return Array.from({ length: count }, () => {
        const width = 2 + dice(most), height = 2 + dice(most), left = dice(SIDE - most), bottom = dice(SIDE - most);
        return { left, bottom, right: left + width, top: bottom + height };
    });
}

export const point = (x, y) => ({ left: x, bottom: y, right: x, top: y });
export const itemsOf = boxes => boxes.map((box, number) => ({ box, number, leaf: null }));
