// The figure that measures: both methods find what a loop in JavaScript finds, what follows from times is right, and the chart
// shows it. Times of this machine decide nothing here: clocks are made up, or counts alone are compared.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { breakEven, measure, median, repaying, SIZES, timeOf } from '../learn/curve/measure.js';
import { accessible, fits, tabTo } from './access.mjs';
import { begin, close, loadPlay } from './browser.mjs';

let site;
before(async () => { site = await begin(); });
after(() => site.end());

const quick = { sizes: [10, 37, 200, 1000], lapMs: 0, laps: 1, longestMs: Infinity, warmAt: 10 };
const meet = (a, b) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** Boxes of a tick, or windows, as lists of four numbers. */
function boxesOf(play, name, count, ...numbers) {
    const all = play.floats(play.call(name, ...numbers), 4 * count);
    return Array.from({ length: count }, (_, i) => all.subarray(4 * i, 4 * i + 4));
}

test('brute force and the tree find the same as a loop does, in every tick and window', async () => {
    const play = await loadPlay();
    for (const n of [1, 2, 37, 500]) {
        assert.ok(play.call('measure_begin', n, 7));
        const ticks = play.call('measure_ticks'), windows = play.call('measure_window_count');
        const places = [];
        for (let tick = 1; tick < 2 * ticks; tick++) { // forth, and back again
            const boxes = boxesOf(play, 'measure_boxes', n, tick);
            places.push(boxes.map(box => box.join()).join(' '));
            let pairs = 0;
            for (let i = 0; i < n; i++) for (let k = i + 1; k < n; k++) pairs += meet(boxes[i], boxes[k]);
            let items = 0;
            for (const window of boxesOf(play, 'measure_windows', windows)) for (const box of boxes) items += meet(box, window);
            const found = [0, 1].map(method => {
                play.call('measure_run', method, 2, 1);
                const first = [play.call('measure_found'), play.call('measure_sum')];
                play.call('measure_run', method, 3, windows);
                return [...first, play.call('measure_found'), play.call('measure_sum')];
            });
            assert.deepEqual(found[0], found[1], `${n} boxes, tick ${tick}`);
            assert.deepEqual([found[0][0], found[0][2]], [pairs, items], `${n} boxes, tick ${tick}`);
        }
        if (n >= 37) assert.ok(new Set(places).size >= ticks, 'the boxes move');
    }
    play.call('measure_end');
    assert.equal(play.call('measure_run', 0, 2, 1), 0, 'nothing is left');
});

test('every size is measured, and an answer that differs is seen', async () => {
    const play = await loadPlay();
    let clock = 0;
    const all = [...measure(play, () => clock++, quick)];
    const points = all.filter(step => step.point).map(step => step.point);
    assert.deepEqual(points.map(({ n }) => n), quick.sizes);
    for (const point of points) {
        assert.ok(point.same && point.compared && point.items > 0, JSON.stringify(point));
        assert.deepEqual(Object.values(point.brute).concat(Object.values(point.tree)), Array(6).fill(1));
    }
    assert.ok(points[3].pairs > points[2].pairs && points[2].pairs > points[0].pairs);
    assert.equal(all.filter(step => step.what && !step.isWarming).length, 6 * quick.sizes.length);
    for (const what of [2, 3]) {
        let last = '';
        const liar = { call: (name, ...rest) => {
            if (name === 'measure_run') last = rest.slice(0, 2).join();
            return play.call(name, ...rest) + (name === 'measure_sum' && last === `0,${what}` ? 1 : 0);
        } };
        assert.ok([...measure(liar, () => clock++, quick)].every(step => !step.point || !step.point.same));
    }
});

test('brute force ends where a run takes too long, and only there', async () => {
    const play = await loadPlay();
    let clock = 0;
    let running = '';
    const watched = { call: (name, method, what, times) => {
        if (name === 'measure_run' && method === 0 && what === 2 && running === '200 tick') clock += 2001 * times;
        return play.call(name, method, what, times);
    } };
    const points = [];
    for (const step of measure(watched, () => clock++, { ...quick, longestMs: 2000 })) {
        if (step.point) points.push(step.point);
        else running = `${step.n} ${step.what}`;
    }
    assert.deepEqual(points.map(({ brute }) => brute.tick > 0), [true, true, true, false]);
    assert.deepEqual(points.map(({ compared, same }) => [compared, same]), [[true, true], [true, true], [true, true], [false, true]]);
});

test('a time is the median of laps that are long enough', () => {
    assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3]), median([5])], [2, 2.5, 5]);
    let clock = 0;
    const laps = [];
    const one = timeOf(times => { laps.push(times); clock += 0.25 * times; }, () => clock, { lapMs: 20, laps: 5 });
    assert.equal(one, 0.25);
    assert.ok(laps.slice(-5).every(times => 0.25 * times >= 20) && laps.filter(times => 0.25 * times >= 20).length === 5, laps.join(' '));
    laps.length = 0;
    assert.equal(timeOf(times => { laps.push(times); clock += 500 * times; }, () => clock, { lapMs: 20, laps: 5 }), 500);
    assert.deepEqual(laps, [1], 'a long run is not repeated');
    laps.length = 0;
    assert.equal(timeOf(times => laps.push(times), () => 0, { lapMs: 20, laps: 2 }), 0, 'a clock that stands still ends too');
});

const point = (n, brute, tree) => ({ n, brute: { tick: brute, window: 5 }, tree: { tick: tree, move: 30, window: 2 } });

test('break-even, and what repays the moving', () => {
    assert.equal(breakEven([]), null);
    assert.deepEqual(breakEven([point(10, 2, 1), point(20, 4, 1)]), { always: true });
    assert.deepEqual(breakEven([point(10, 1, 2), point(20, 2, 3)]), { never: true });
    const even = breakEven([point(10, 1, 10), point(100, 100, 100 / 10), point(1000, 1e4, 100)]);
    assert.ok(Math.abs(even.n - 10 ** 1.5) < 1e-9 && Math.abs(even.ms - 10) < 1e-9, JSON.stringify(even));
    assert.ok(breakEven([point(10, 3, 1), point(20, 1, 3), point(40, 9, 3)]).n > 20, 'for good');
    assert.equal(repaying(point(10, 1, 1)), 10);
    assert.equal(repaying({ brute: { window: 2 }, tree: { window: 2, move: 1 } }), Infinity);
    assert.deepEqual([SIZES[0], SIZES.at(-1), SIZES.length], [10, 100000, 13]);
});

/** Opens the article with small sizes, and the figure in view. */
async function open(options = {}) {
    const page = await site.page('learn/', { reducedMotion: 'reduce', ...options });
    await page.locator('#curve').scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.getElementById('curve').curve);
    await page.evaluate(settings => { document.getElementById('curve').curve.settings = settings; }, { ...quick, longestMs: 1e9 });
    return page;
}

const ended = page => page.waitForFunction(() => document.getElementById('curve').dataset.state === 'done', null, { timeout: 60000 });
const says = page => page.locator('.curve-says').textContent();

test('by keyboard: measure, read the answers in words and as a table', async () => {
    const page = await open();
    assert.equal(await says(page), 'Nothing is measured yet.');
    await tabTo(page, '#curve button');
    await page.keyboard.press('Enter');
    await ended(page);
    assert.match(await says(page), /Both found the same pairs, and the same boxes in windows, at all 4 sizes\.$/);
    assert.match(await says(page), /With 1,000 boxes the tree takes .+ to move all of them\./);
    assert.equal(await page.locator('#curve button').textContent(), 'Measure again');
    await tabTo(page, '#curve summary');
    await page.keyboard.press('Enter');
    const rows = await page.locator('#curve tbody tr').evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent)));
    assert.deepEqual(rows.map(([n]) => n), ['10', '37', '200', '1,000']);
    for (const row of rows) {
        assert.equal(row.length, 10);
        for (const time of row.slice(1, 7)) assert.match(time, /^[\d.,]+ (ns|µs|ms|s)$/);
        assert.equal(row.at(-1), 'the same');
    }
    assert.equal(rows[3][8], '500', 'pairs of seed 1');
    await close(page);
});

test('a measurement can be stopped, and begins again', async () => {
    const page = await open();
    await page.evaluate(() => { document.getElementById('curve').curve.settings = { sizes: [10, 100000], lapMs: 20, laps: 5, longestMs: 1e9, warmAt: 10 }; });
    await page.click('#curve button');
    await page.waitForFunction(() => document.getElementById('curve').curve.points.length === 1);
    assert.equal(await page.locator('#curve button').textContent(), 'Stop');
    assert.ok(await page.locator('#curve progress').isVisible());
    await page.click('#curve button');
    assert.match(await says(page), /^The measurement was stopped\. .*at all 1 sizes\.$/);
    assert.ok(await page.locator('#curve progress').isHidden());
    await page.evaluate(settings => { document.getElementById('curve').curve.settings = settings; }, quick);
    await page.click('#curve button');
    await ended(page);
    await close(page);
});

/** Shows made-up times. */
const show = (page, points) => page.evaluate(({ points: given, sizes }) => {
    const { curve } = document.getElementById('curve');
    Object.assign(curve, { points: given, state: 'done', settings: { ...curve.settings, sizes } });
    curve.show();
}, { points, sizes: SIZES });

/** Times with break-even at 100 boxes, where brute force ends at 10,000. */
const madeUp = [10, 100, 1000, 10000, 100000].map(n => ({
    n, pairs: n / 2, items: 10, same: true, compared: n <= 10000,
    brute: { window: n * 1e-6, ...(n <= 10000 ? { tick: n * n * 1e-4 } : {}) }, tree: { tick: n * 1e-2, move: n * 1e-2, build: n * 1e-2, window: 1e-4 },
}));

test('the chart has both curves, named, on axes with units, and marks break-even', async () => {
    const page = await open();
    await show(page, madeUp);
    const drawn = await page.locator('.chart').first().evaluate(svg => {
        const places = kind => [...svg.querySelectorAll(`circle.point.${kind}`)].map(one => [Number(one.getAttribute('cx')), Number(one.getAttribute('cy'))]);
        const ticks = Object.fromEntries([...svg.querySelectorAll('text')].map(one => [one.textContent, [Number(one.getAttribute('x')), Number(one.getAttribute('y'))]]));
        const mark = svg.querySelector('circle.mark');
        return { brute: places('brute'), tree: places('tree'), ticks, mark: [Number(mark.getAttribute('cx')), Number(mark.getAttribute('cy'))], label: svg.getAttribute('aria-label') };
    });
    const near = (a, b, what) => assert.ok(Math.abs(a - b) < 0.6, `${what}: ${a}, not ${b}`);
    assert.deepEqual([drawn.brute.length, drawn.tree.length], [4, 5], 'brute force ends, and is not guessed');
    ['10', '100', '1,000', '10,000', '100,000'].forEach((text, i) => near(drawn.tree[i][0], drawn.ticks[text][0], text));
    for (const text of ['10 µs', '100 µs', '1 ms', '10 ms', '100 ms', '1 s', '10 s', 'boxes', 'time of a tick', 'brute force', 'the tree', 'a frame: 1/60 s'])
        assert.ok(drawn.ticks[text], text);
    near(drawn.tree[2][1], drawn.ticks['10 ms'][1] - 4, '1,000 boxes take 10 ms');
    near(drawn.brute[1][1], drawn.ticks['1 ms'][1] - 4, '100 boxes take 1 ms');
    near(drawn.mark[0], drawn.ticks['100'][0], 'break-even at 100');
    near(drawn.mark[1], drawn.tree[1][1], 'break-even on the curve');
    assert.ok(drawn.ticks['break-even:'] && drawn.ticks['100 boxes']);
    assert.match(drawn.label, /Break-even is at about 100 boxes/);
    assert.match(await says(page), /^Break-even is at about 100 boxes: below, .* With 10,000 boxes the tree takes 100 ms to move all of them\. A window takes the tree 100 ns, and brute force 10 µs: from 10,102 windows a tick on, the moving is repaid\. With 100 boxes or fewer no number of windows does\. Brute force ends at 10,000 boxes, where one tick takes 10 s\. Both found the same pairs at the 4 sizes that both measured, and the same boxes in windows at all 5\.$/);
    assert.equal(await page.locator('.chart').nth(1).locator('circle.point').count(), 3);
    await show(page, madeUp.map(one => ({ ...one, same: one.n !== 1000 })));
    assert.match(await says(page), /The answers of both differ at 1,000 boxes\.$/);
    await close(page);
});

test('the chart fits a narrow screen, its words do not touch, and axe finds nothing, dark and light', async () => {
    const page = await open({ viewport: { width: 320, height: 700 } });
    await show(page, madeUp);
    await page.locator('#curve summary').click();
    await fits(page);
    const touching = await page.locator('.chart').first().evaluate(svg => {
        const words = [...svg.querySelectorAll('text')].map(one => [one.textContent, one.getBoundingClientRect()]);
        const { left, right } = svg.getBoundingClientRect();
        const wrong = words.filter(([, box]) => box.left < left || box.right > right).map(([text]) => text);
        words.forEach(([text, a], i) => words.slice(i + 1).forEach(([other, b]) => {
            if (a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom) wrong.push(`${text} | ${other}`);
        }));
        return wrong;
    });
    assert.deepEqual(touching, []);
    await accessible(page);
    await page.click('#theme');
    await accessible(page);
    await close(page);
});
