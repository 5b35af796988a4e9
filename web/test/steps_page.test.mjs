// The page "Step by step" in the browser: every player goes forwards and back, by buttons, slider and keys; places are chosen by
// pointer and slider; on a narrow screen, light and dark, with less motion. steps.test.mjs judges what the players run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fits, linksLead, tabTo } from './access.mjs';
import { begin, close } from './browser.mjs';

const NAMES = ['inserting', 'splitting', 'removing', 'moving', 'searching', 'nearest', 'pairs'];
const STILL = { reducedMotion: 'reduce' };
const STEP_MS = 2000;

let site;
before(async () => { site = await begin(); });
after(() => site.end());

async function open(options = STILL, watch) {
    const page = await site.page('learn/steps/', options, watch);
    await page.waitForFunction(() => window.steps);
    return page;
}

const player = (page, name) => page.locator(`[data-operation=${name}]`);
const step = async (page, name) => (await player(page, name).locator('.step').textContent()).match(/^Step (\d+) of (\d+)\. /).slice(1).map(Number);
const text = (page, name) => player(page, name).locator('.step').textContent();

/** Goes through a player by its buttons; what each step shows, forwards and then back. */
const bothWays = (page, name) => page.evaluate(one => {
    const place = document.querySelector(`[data-operation=${one}]`);
    const press = label => [...place.querySelectorAll('.player-buttons button')].find(({ textContent }) => textContent === label).click();
    const seen = () => [place.querySelector('canvas').toDataURL(), place.querySelector('canvas').getAttribute('aria-label'), ...['.player-says', '.slider output'].map(part => place.querySelector(part).innerHTML)].join('\n');
    const number = () => Number(place.querySelector('.player-buttons').previousSibling.querySelector('input').value);
    const forwards = [], back = [];
    press('First');
    for (let last = 0; number() !== last; press('Next')) {
        last = number();
        forwards.push(seen());
    }
    for (let last = 0; number() !== last; press('Back')) {
        last = number();
        back.unshift(seen());
    }
    return { forwards, back, ends: number() };
}, name);

test('every player shows its steps, each its own, and the same ones on the way back', async () => {
    const asked = [];
    const page = await open(STILL, opened => opened.on('request', request => asked.push(new URL(request.url()).pathname)));
    assert.ok(!asked.some(path => path.endsWith('.wasm')), asked.join(' '));
    await linksLead(page);
    assert.deepEqual(await page.locator('.player').evaluateAll(all => all.map(({ dataset }) => dataset.operation)), NAMES);
    for (const name of NAMES) {
        assert.equal((await step(page, name))[0], 1);
        const { forwards, back, ends } = await bothWays(page, name);
        assert.equal(ends, 1);
        assert.equal(forwards.length, (await step(page, name))[1], name);
        assert.equal(new Set(forwards).size, forwards.length, `${name}: each step shows something of its own`);
        assert.deepEqual(back, forwards, `${name}: the same, back`);
        await player(page, name).getByRole('button', { name: 'Last', exact: true }).click();
        assert.match(await text(page, name), /^Step (\d+) of \1\. Done/);
        const other = player(page, name).getByRole('button', { name: 'Another example' });
        const before = await player(page, name).locator('canvas').evaluate(canvas => canvas.toDataURL());
        await other.click();
        assert.equal((await step(page, name))[0], 1);
        assert.notEqual(await player(page, name).locator('canvas').evaluate(canvas => canvas.toDataURL()), before);
        await player(page, name).getByRole('button', { name: 'First', exact: true }).press('Enter'); // has no effect, and keeps the focus
        assert.equal(await page.evaluate(() => document.activeElement.textContent), 'First');
    }
    for (const name of ['searching', 'nearest', 'pairs']) {
        await player(page, name).getByRole('button', { name: 'Last', exact: true }).click();
        assert.equal(await player(page, name).getByRole('img', { name: 'right' }).count(), 1, `${name}: brute force agrees`);
    }
    await close(page);
});

test('by keyboard alone through every player', async () => {
    const page = await open();
    for (const name of NAMES) {
        const at = `[data-operation=${name}]`;
        await tabTo(page, `${at} input[type=range]`);
        await page.keyboard.press('ArrowRight');
        assert.equal((await step(page, name))[0], 2, 'the slider');
        await tabTo(page, `${at} .player-buttons button:nth-child(4)`);
        await page.keyboard.press('Enter');
        assert.equal((await step(page, name))[0], 3, 'Next');
        const [, most] = await step(page, name);
        for (let i = 3; i < most; i++) await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        assert.equal((await step(page, name))[0], most, 'arrows on a button');
        for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
        assert.equal((await step(page, name))[0], most - 2);
        await page.keyboard.press('Home');
        assert.equal((await step(page, name))[0], 1);
        await page.keyboard.press('End');
        assert.equal((await step(page, name))[0], most);
        assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Next');
        if (!['splitting', 'removing', 'pairs'].includes(name)) {
            const before = await player(page, name).locator('canvas').evaluate(canvas => canvas.toDataURL());
            await tabTo(page, `${at} .player-settings input[type=range]`);
            for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
            assert.match(await text(page, name), / Done/, 'the outcome stays in sight');
            assert.notEqual(await player(page, name).locator('canvas').evaluate(canvas => canvas.toDataURL()), before);
        }
        await tabTo(page, `${at} .player-settings button`);
        await page.keyboard.press('Enter');
        assert.equal((await step(page, name))[0], 1, 'another example');
    }
    await tabTo(page, '#thrice input[type=range]');
    await page.keyboard.press('End');
    assert.equal(await page.locator('#thrice .value').first().textContent(), '19,900 tests');
    await close(page);
});

test('Play goes on by itself to the last step, and from there to the first', async () => {
    const page = await site.page('learn/steps/', STILL, opened => opened.clock.install());
    await page.waitForFunction(() => window.steps);
    const playing = player(page, 'removing').locator('.player-buttons button').nth(2);
    const [, most] = await step(page, 'removing');
    await playing.click();
    assert.deepEqual([await playing.textContent(), ...await step(page, 'removing')], ['Stop', 2, most]);
    await page.clock.runFor(STEP_MS);
    assert.equal((await step(page, 'removing'))[0], 3);
    await playing.click();
    await page.clock.runFor(3 * STEP_MS);
    assert.deepEqual([await playing.textContent(), ...await step(page, 'removing')], ['Play', 3, most]);
    await playing.click();
    await page.clock.runFor(most * STEP_MS);
    assert.deepEqual([await playing.textContent(), ...await step(page, 'removing')], ['Play', most, most]);
    await playing.click();
    assert.equal((await step(page, 'removing'))[0], 1);
    await player(page, 'removing').getByRole('button', { name: 'Next', exact: true }).click();
    assert.equal(await playing.textContent(), 'Play', 'a step by hand ends it');
    await close(page);
});

test('a moved box glides, unless less motion is preferred; the picture is the same at the end', async () => {
    const ends = [];
    for (const reducedMotion of ['reduce', 'no-preference']) {
        const page = await open({ reducedMotion });
        const asked = await page.evaluate(() => {
            const real = requestAnimationFrame;
            let times = 0;
            window.requestAnimationFrame = then => { times++; return real(then); };
            const { moving } = Object.fromEntries(window.steps.players.map(one => [one.operation.name, one]));
            for (let i = 1; i < moving.frames.length; i++) moving.next.click();
            moving.show(0);
            while (!moving.frames[moving.step].text.includes('has its new box')) moving.next.click();
            return times;
        });
        assert.equal(asked > 0, reducedMotion !== 'reduce', reducedMotion);
        await page.waitForTimeout(reducedMotion === 'reduce' ? 0 : 400);
        ends.push(await player(page, 'moving').locator('canvas').evaluate(canvas => canvas.toDataURL()));
        await close(page);
    }
    assert.equal(ends[0], ends[1]);
});

/** Where a place of the world is in a picture. */
async function where(canvas, x, y) {
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    return [box.x + (x + 24) / 1072 * box.width, box.y + (1048 - y) / 1072 * box.height];
}

test('a click puts the box or the cross there, a drag draws the window, and sliders follow', async () => {
    const page = await open();
    const sliders = async name => (await page.locator(`[data-operation=${name}] .player-settings output, .player-wide#${name} output`).allTextContents()).slice(-2);
    const near = (had, wanted) => assert.ok(had.every((one, i) => Math.abs(Number(one) - wanted[i]) <= 6), `${had} and not ${wanted}`);
    for (const name of ['inserting', 'moving', 'nearest']) {
        const canvas = player(page, name).locator('canvas');
        await page.mouse.click(...await where(canvas, 900, 100));
        near(await sliders(name), [900, 100]);
        assert.equal((await step(page, name))[0], 1);
    }
    assert.ok(/ (SE|SE\/SE)\.? /.test(await page.evaluate(() => { const one = window.steps.players[0]; one.show(99); return one.frames.at(-1).text; })), 'the box is in the quarter of the click');
    const canvas = player(page, 'searching').locator('canvas');
    await player(page, 'searching').getByRole('button', { name: 'Last', exact: true }).click();
    await page.mouse.move(...await where(canvas, 10, 10));
    await page.mouse.down();
    await page.mouse.move(...await where(canvas, 400, 600));
    await page.mouse.move(...await where(canvas, 1010, 1010));
    await page.mouse.up();
    near(await sliders('searching'), [510, 510]);
    assert.match(await text(page, 'searching'), /Done: 18 boxes found by 18 tests of boxes/);
    await page.mouse.click(...await where(page.locator('#thrice canvas').nth(1), 500, 520));
    near(await sliders('thrice'), [500, 520]);
    await close(page);
});

test('undivided, divided once, divided twice: the numbers, and bars as long as they are', async () => {
    const page = await open();
    const rows = await page.locator('.thrice-one').evaluateAll(all => all.map(one => [...one.querySelectorAll('.meter-row')].map(row => ({
        tests: Number(row.querySelector('.value').textContent.replace(/[^0-9]/g, '')),
        share: [...row.querySelectorAll('i')].reduce((sum, bar) => sum + (bar.hidden ? 0 : bar.getBoundingClientRect().width), 0) / row.querySelector('.track').clientWidth,
        parts: row.nextSibling.textContent.match(/\d[\d,]*/g).map(part => Number(part.replace(',', ''))),
    }))));
    assert.equal(rows.length, 3);
    assert.equal(rows[0][0].tests, 60 * 59 / 2);
    for (const kind of [0, 1]) {
        const most = Math.max(...rows.map(row => row[kind].tests));
        for (const row of rows) {
            const { tests, share, parts: [boxes, bounds, found] } = row[kind];
            assert.equal(boxes + bounds, tests);
            assert.ok(Math.abs(share - tests / most) < 0.03, `${share} for ${tests} of ${most}`);
            assert.equal(found, rows[0][kind].parts[2], 'all three find the same');
        }
    }
    await close(page);
});

test('axe finds nothing, light and dark, on 390 and 1280 pixels; it fits on 320, with buttons for fingers', async () => {
    for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark']]) {
        const isNarrow = width < 800;
        const page = await open({ ...STILL, colorScheme, viewport: { width, height: 844 }, hasTouch: isNarrow, isMobile: isNarrow });
        await page.evaluate(() => { for (const one of window.steps.players) one.show(4); });
        await accessible(page);
        await page.click('#theme');
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme === 'light' ? 'dark' : 'light');
        await accessible(page);
        await fits(page);
        if (isNarrow) {
            const heights = await page.locator('main button').evaluateAll(all => all.map(one => one.getBoundingClientRect().height));
            assert.ok(Math.min(...heights) >= 40, `${Math.min(...heights)}`);
            await page.setViewportSize({ width: 320, height: 640 });
            await fits(page);
            for (const place of await page.locator('.player-buttons').all()) {
                const widest = await place.locator('button').evaluateAll(all => all.every(one => one.scrollWidth <= one.clientWidth));
                assert.ok(widest, 'no button is too narrow for its word');
            }
        }
        await close(page);
    }
});
