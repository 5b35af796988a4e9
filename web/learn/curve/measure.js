// How long brute force and the tree take for scenes of different sizes, and what follows from that. Works in a worker and in
// Node; the clock comes from outside.

export const SIZES = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000];

const SEED = 1;
const METHODS = { brute: 0, tree: 1 }; // play_measure_run of wasm/measure.h
const WORK = { build: 0, move: 1, tick: 2, window: 3 };
const RUNS_MOST = 1000000; // in a lap

/**
 * A lap is repeated runs of at least `lapMs`; the median of `laps` counts. Brute force ends at the size with a run of `longestMs`.
 * Before all of that each method runs with `warmAt` boxes: browsers compile again what runs often.
 */
export const usual = { sizes: SIZES, lapMs: 20, laps: 5, longestMs: 2000, warmAt: 1000 };

export function median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds of a run. `run(times)` runs; a long lap counts for several. */
export function timeOf(run, now, { lapMs, laps }) {
    const lap = times => {
        const begin = now();
        run(times);
        return now() - begin;
    };
    let times = 1;
    let passed = lap(times);
    while (passed < lapMs && times < RUNS_MOST) {
        times = Math.min(RUNS_MOST, Math.max(2 * times, Math.ceil(passed > 0 ? 1.2 * times * lapMs / passed : 0)));
        passed = lap(times);
    }
    const more = passed > 20 * lapMs ? 0 : passed > 5 * lapMs ? 2 : laps - 1;
    return median([passed, ...Array.from({ length: more }, () => lap(times))]) / times;
}

/** What both methods find in the first tick and in all windows: numbers and sums. */
function answersOf(play, name, windows) {
    const found = (what, times) => {
        play.call('measure_run', METHODS[name], WORK[what], times);
        return { count: play.call('measure_found'), sum: play.call('measure_sum') };
    };
    const items = found('window', windows);
    return { items, pairs: found('tick', 1) };
}

const same = (a, b) => a.count === b.count && a.sum === b.sum;

/** Measures one size; yields what comes next. Brute force is left out of the tick where it has become too slow. */
function* pointOf(play, n, skipsTick, now, settings) {
    if (!play.call('measure_begin', n, SEED)) throw new Error('the browser has no more memory');
    const point = { n, brute: {}, tree: {}, pairs: 0, items: 0, same: true, compared: !skipsTick };
    const works = [['tree', 'build'], ['tree', 'move'], ['tree', 'tick'], ['tree', 'window'], ['brute', 'window']];
    if (!skipsTick) works.push(['brute', 'tick']);
    for (const [name, what] of works) {
        yield { n, name, what };
        point[name][what] = timeOf(times => {
            if (!play.call('measure_run', METHODS[name], WORK[what], times)) throw new Error('the browser has no more memory');
        }, now, settings);
    }
    const windows = play.call('measure_window_count');
    play.call('measure_rewind');
    const tree = answersOf(play, 'tree', windows);
    play.call('measure_rewind');
    point.pairs = tree.pairs.count;
    point.items = tree.items.count / windows;
    if (skipsTick) {
        play.call('measure_run', METHODS.brute, WORK.window, windows);
        point.same = tree.items.count === play.call('measure_found') && tree.items.sum === play.call('measure_sum');
    } else {
        const brute = answersOf(play, 'brute', windows);
        point.same = same(tree.pairs, brute.pairs) && same(tree.items, brute.items);
    }
    yield { n, point };
}

/** Measures each size: yields { n, name, what } before each measurement and { n, point } after each size. */
export function* measure(play, now, settings = usual) {
    let skipsTick = false;
    for (const step of pointOf(play, settings.warmAt, false, now, { ...settings, lapMs: 3 * settings.lapMs, laps: 1 }))
        if (!step.point) yield { ...step, isWarming: true };
    for (const n of settings.sizes) {
        for (const step of pointOf(play, n, skipsTick, now, settings)) {
            yield step;
            if (step.point?.brute.tick > settings.longestMs) skipsTick = true;
        }
    }
    play.call('measure_end');
}

/** A number of two digits that a reader can remember. */
export const round2 = value => Number(value.toPrecision(2));

/**
 * Where the tree begins to win a tick, for good: { n, ms } between two sizes, even in logarithms. { always } or { never }: not among
 * these sizes. Null: nothing to compare.
 */
export function breakEven(points) {
    const both = points.filter(({ brute, tree }) => brute.tick > 0 && tree.tick > 0);
    if (!both.length) return null;
    const gain = ({ brute, tree }) => Math.log(brute.tick / tree.tick); // above 0: the tree wins
    const last = both.findLastIndex(point => gain(point) <= 0);
    if (last === both.length - 1) return { never: true };
    if (last < 0) return { always: true };
    const [a, b] = [both[last], both[last + 1]];
    const share = -gain(a) / (gain(b) - gain(a));
    const between = (from, to) => from * (to / from) ** share;
    return { n: between(a.n, b.n), ms: between(a.tree.tick, b.tree.tick) };
}

/** How many windows a tick it takes until the tree's moving is repaid; Infinity where its windows are not faster. */
export function repaying({ brute, tree }) {
    const gain = brute.window - tree.window;
    return gain > 0 ? tree.move / gain : Infinity;
}
