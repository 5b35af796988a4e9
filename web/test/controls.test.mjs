// Each control works by mouse, by keyboard and by touch, and a link shows what it was copied from.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { begin, frames, quadrille, stateOf } from './browser.mjs';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let site;
let page;

before(async () => { site = await begin(); });
after(() => site.end());
beforeEach(async () => {
    page = await site.page('#count=200');
    await frames(page);
});
afterEach(async () => {
    assert.deepEqual(page.said, [], 'nothing is said on the console');
    await page.context().close();
});

const status = () => page.evaluate(() => {
    const { ticks, costs, questions, step, count } = window.quadrille.status;
    return { ticks, costs, questions, step, count };
});
const items = async () => Number((await page.locator('#figures tr').first().locator('td').first().textContent()).replaceAll(',', ''));

/** Chooses a tool. */
const choose = label => page.getByRole('radio', { name: label, exact: true }).check();

/** The middle of the scene, moved by pixels of the page. */
async function place(right = 0, down = 0) {
    const box = await page.locator('#pad').boundingBox();
    return [box.x + box.width / 2 + right, box.y + box.height / 2 + down];
}

async function drag(from, to) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
}

test('time: pause, step, go on, restart, by buttons and by keys', async () => {
    await page.click('#pause');
    await frames(page);
    const { ticks } = await status();
    await frames(page, 5);
    assert.equal((await status()).ticks, ticks);
    await page.click('#step');
    await frames(page);
    assert.equal((await status()).ticks, ticks + 1);
    await page.locator('#pad').focus();
    await page.keyboard.press('.');
    await frames(page);
    assert.equal((await status()).ticks, ticks + 2);
    await page.keyboard.press('r');
    await frames(page);
    assert.equal((await status()).ticks, 1);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.quadrille.status.ticks > 2);
});

test('scenes, by the list and by number keys', async () => {
    await page.selectOption('#scene', 'village');
    await frames(page);
    assert.equal(await page.locator('#scene-title').textContent(), 'Village');
    assert.equal((await stateOf(page)).count, null);
    await page.locator('#pad').focus();
    await page.keyboard.press('0');
    await frames(page);
    assert.equal((await stateOf(page)).scene, 'gravity');
});

for (const [id, key, name] of [['count', 'ArrowRight', 'count'], ['size', 'ArrowRight', 'size'], ['speed', 'ArrowRight', 'speed'], ['capacity', 'ArrowRight', 'capacity'], ['depth', 'ArrowRight', 'depth']]) {
    test(`the slider of ${name}, by keyboard and by mouse`, async () => {
        const old = (await stateOf(page))[name];
        await page.locator(`#${id}`).focus();
        for (let i = 0; i < 30; i++) await page.keyboard.press(key);
        await frames(page);
        const keyed = (await stateOf(page))[name];
        assert.notEqual(keyed, old);
        const box = await page.locator(`#${id}`).boundingBox();
        await page.mouse.click(box.x + box.width * 0.2, box.y + box.height / 2);
        await frames(page);
        assert.notEqual((await stateOf(page))[name], keyed);
        if (name === 'count') assert.equal((await status()).count, (await stateOf(page)).count);
    });
}

test('the seed, and what is none', async () => {
    await page.fill('#seed', '5');
    await page.keyboard.press('Enter');
    await frames(page);
    assert.equal((await stateOf(page)).seed, 5);
    await page.fill('#seed', '-1');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('#alerts').textContent(), /whole number/);
    assert.equal((await stateOf(page)).seed, 5);
});

test('methods, one beside the other, verified by brute force', async () => {
    await page.selectOption('#method', 'grid');
    await page.selectOption('#beside', 'brute');
    await page.check('#verify');
    await frames(page, 8);
    const { costs } = await status();
    assert.equal(costs.length, 2);
    assert.equal(costs[0].pairs, costs[1].pairs);
    assert.ok(costs[0].tests < costs[1].tests);
    assert.equal(costs[1].tests, 199 * 100);
    assert.equal(await page.locator('#alerts').textContent(), '');
    await page.locator('#pad').focus();
    for (const key of ['p', 'q', 'f']) await page.keyboard.press(key);
    await frames(page);
    const state = await stateOf(page);
    assert.deepEqual([state.beside, state.method, state.verify], ['', 'contained', false]);
});

test('overlays, by chips and by keys', async () => {
    await page.locator('#pad').focus();
    for (const [i, key] of ['g', 'u', 'j', 'l', 't', 'o', 'z'].entries()) {
        const chip = page.locator('#overlays .chip').nth(i);
        const was = await chip.getAttribute('aria-pressed');
        await chip.click();
        assert.notEqual(await chip.getAttribute('aria-pressed'), was);
        await page.locator('#pad').focus();
        await page.keyboard.press(key);
        assert.equal(await chip.getAttribute('aria-pressed'), was);
    }
    await frames(page);
});

/** What a counter says; undefined: it is not there. */
const counter = name => page.evaluate(name => window.quadrille.status.counters.find(([key]) => key === name)?.[1], name);

test('the path of a window is lit node by node, and quadrants and counts are those under the pointer', async () => {
    await page.evaluate(() => { location.hash = '#count=300&capacity=8&speed=0&show=path,quadrants'; });
    await page.waitForFunction(() => window.quadrille.state.show === 'path,quadrants');
    await page.mouse.move(...await place(-20, -30));
    await page.waitForFunction(() => window.quadrille.status.counters.some(([key, value]) => key === 'cells lit' && /^1 of/.test(value)));
    const seen = [];
    for (let lit = 0, all = 1; lit < all;) {
        await frames(page, 2);
        [lit, all] = (await counter('cells lit')).split(' of ').map(Number);
        seen.push(lit);
    }
    assert.ok(seen.length > 4 && seen.every((lit, i) => i === 0 || lit >= seen[i - 1]), seen.join());
    assert.match(await counter('cell at mouse'), /^\d+ items, depth [1-9]/);
    assert.match(await counter('cell above it'), /^0 items, [1-9]\d* below$/);
    const means = await page.evaluate(() => window.quadrille.status.signs.map(sign => sign.means));
    for (const text of ['node lit last', 'node looked into', 'node at the pointer']) assert.ok(means.includes(text), text);
    await page.click('#pause');
    await frames(page, 2);
    const [lit, all] = (await counter('cells lit')).split(' of ');
    assert.equal(lit, all);
    await page.evaluate(() => window.quadrille.set('method', 'brute'));
    await frames(page, 8);
    assert.equal(await counter('cells lit'), undefined);
});

test('20,000 boxes are drawn by density, fewer one by one', async () => {
    const isByDensity = async count => {
        const one = await site.page(`#draw=webgl&count=${count}&show=`);
        await frames(one, 4);
        const dense = await one.evaluate(() => !document.getElementById('pixels').hidden);
        await one.context().close();
        return dense;
    };
    assert.equal(await isByDensity(300), false);
    assert.equal(await isByDensity(20000), true);
});

test('the levels of a picture', async () => {
    assert.equal(await page.locator('#levels-row').isVisible(), false);
    await page.selectOption('#scene', 'image');
    await page.waitForFunction(() => window.quadrille.status.count > 2000);
    const leaves = async () => Number((await counter('leaves now')).replaceAll(',', ''));
    const set = async value => {
        await page.locator('#levels').fill(String(value));
        await frames(page, 4);
    };
    assert.equal(await page.locator('#levels-now').textContent(), 'all');
    await page.waitForFunction(() => Number(window.quadrille.status.counters.find(([name]) => name === 'leaves now')[1].replaceAll(',', '')) > 300);
    await page.click('#pause');
    await frames(page, 2);
    const all = await leaves();
    await set(3);
    const cut = await leaves();
    assert.ok(cut > 4 && cut <= 64 && cut < all, `${cut} of ${all}`);
    assert.equal((await stateOf(page)).levels, 3);
    await page.waitForFunction(() => location.hash.includes('levels=3'));
    await set(0);
    assert.equal(await leaves(), 1);
    await set(8);
    assert.deepEqual([await leaves(), (await stateOf(page)).levels], [all, null]);
    assert.equal(await page.locator('#levels').getAttribute('aria-valuetext'), 'all');
});

test('edges', async () => {
    await page.selectOption('#edges', 'open');
    await frames(page);
    assert.equal((await stateOf(page)).edges, 'open');
});

test('tools by mouse: add, erase, drag, box, circle, nearest, ray', async () => {
    await page.click('#pause');
    await choose('Add');
    const before = await items();
    await page.mouse.click(...await place(3, 5));
    await frames(page, 8);
    assert.equal(await items(), before + 1);
    await choose('Drag');
    await drag(await place(3, 5), await place(120, 90));
    await choose('Erase');
    await page.mouse.click(...await place(120, 90));
    await frames(page, 8);
    assert.ok(await items() <= before);
    for (const [label, words] of [['Box', 'the box found'], ['Circle', 'the circle found'], ['Ray', 'the ray']]) {
        await choose(label);
        await drag(await place(-150, -150), await place(150, 120));
        await frames(page);
        assert.match(await page.locator('#answer').textContent(), /^Quadtree: /, words);
    }
    await choose('Nearest');
    await page.mouse.move(...await place());
    await page.mouse.click(...await place());
    await frames(page);
    assert.match(await page.locator('#answer').textContent(), /found 8/);
});

test('tools by keyboard: a box from here to there', async () => {
    await page.locator('#pad').focus();
    await page.keyboard.press('b');
    await page.locator('#pad').focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await frames(page);
    const [answer] = (await status()).questions;
    assert.match(answer, /box found [1-9]/);
    await page.keyboard.press('Escape');
    await frames(page);
    assert.deepEqual((await status()).questions, []);
});

test('keys work after a button was clicked, and a button keeps its own', async () => {
    await page.click('#share');
    await page.keyboard.press('b');
    assert.equal((await stateOf(page)).tool, 'box');
    await choose('Ray');
    await page.keyboard.press('c');
    assert.equal((await stateOf(page)).tool, 'circle');
    await page.click('#pause');
    await page.keyboard.press('Space');
    assert.equal((await stateOf(page)).paused, false);
    await page.keyboard.press('d');
    await page.keyboard.press('s');
    await frames(page, 5);
    const [x, y] = (await stateOf(page)).view.split(',').map(Number);
    await page.keyboard.press('a');
    await frames(page, 5);
    const after = (await stateOf(page)).view.split(',').map(Number);
    assert.ok(after[0] < x && after[1] === y, `${[x, y]} then ${after}`);
});

test('a key that is down comes up when the keys go elsewhere', async () => {
    await page.selectOption('#scene', 'snacks');
    await frames(page);
    await page.evaluate(() => {
        window.told = [];
        const tell = window.quadrille.engine.tell.bind(window.quadrille.engine);
        window.quadrille.engine.tell = (name, ...values) => { if (name === 'key') window.told.push(values); tell(name, ...values); };
    });
    await page.locator('#pad').focus();
    await page.keyboard.down('ArrowLeft');
    await page.locator('#pause').focus();
    assert.deepEqual(await page.evaluate(() => window.told), [[0, true], [0, false]]);
});

test('the skip link leads to the controls, and keeps what is shown', async () => {
    await choose('Circle');
    const state = await stateOf(page);
    await page.evaluate(() => document.querySelector('.skip').focus());
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'panel');
    await page.evaluate(() => { location.hash = '#panel'; });
    await frames(page);
    assert.deepEqual(await stateOf(page), state);
    assert.equal(await page.locator('#alerts').textContent(), '');
});

test('every step of the count is another count', async () => {
    await page.locator('#count').focus();
    for (let i = 0; i < 12; i++) {
        const before = (await status()).count;
        await page.keyboard.press(i < 6 ? 'ArrowRight' : 'ArrowLeft');
        await frames(page, 8);
        const after = (await status()).count;
        assert.ok(i < 6 ? after > before : after < before, `${before} then ${after}`);
        assert.equal(await page.locator('#count').getAttribute('aria-valuetext'), await page.locator('#count-now').textContent());
    }
});

test('what a method does not count is not called saved', async () => {
    const other = await site.page('#scene=lights&method=grid');
    await frames(other, 8);
    assert.equal(await other.locator('#saved').textContent(), '–');
    assert.equal(await other.locator('.meter-row .value').first().textContent(), 'not counted');
    await other.context().close();
});

test('bars are as long as their numbers are large', async () => {
    const other = await site.page('#scene=drift&count=1000&paused=1');
    await frames(other, 4);
    const bars = await other.locator('.meter-row').evaluateAll(rows => rows.map(row => ({
        value: Number(row.querySelector('.value').textContent.replaceAll(',', '')),
        share: row.querySelector('i').getBoundingClientRect().width / row.querySelector('.track').getBoundingClientRect().width,
    })));
    assert.equal(bars.length, 2);
    assert.equal(bars[1].value, 499500);
    assert.ok(bars[0].value > 1000, 'paused, it shows its first tick');
    for (const { value, share } of bars) assert.ok(Math.abs(share - value / 499500) < 0.01, `${value}: ${share}`);
    await other.context().close();
});

test('a scene at a tenth of its pace ticks six times a second at most', async () => {
    await page.selectOption('#pace', '0.1');
    await frames(page);
    const before = (await status()).ticks;
    await page.waitForTimeout(2000);
    const ticks = (await status()).ticks - before;
    assert.ok(ticks >= 1 && ticks <= 13, `${ticks} ticks in two seconds`);
});

test('the keys of a scene', async () => {
    await page.selectOption('#scene', 'entities');
    await frames(page, 8);
    const before = await items();
    await page.locator('#pad').focus();
    await page.keyboard.press('Alt+2');
    await frames(page, 8);
    assert.equal(await items(), before + 1);
});

test('a question explained step by step, and an insert', async () => {
    await choose('Box');
    await drag(await place(-150, -150), await place(150, 120));
    await page.click('#explain');
    await frames(page);
    assert.equal((await status()).step.at, 1);
    await page.click('#step-next');
    await page.keyboard.press('PageDown'); // the button has the focus
    await frames(page);
    const { step } = await status();
    assert.equal(step.at, 3);
    assert.equal(await page.locator('#step-text').textContent(), step.text);
    await page.click('#step-end');
    await frames(page);
    assert.ok(await page.locator('#steps').isHidden());
    await page.click('#explain-insert');
    await frames(page);
    assert.ok((await status()).step);
});

test('the camera: wheel, Shift and drag, keys, and back to all of it', async () => {
    await page.mouse.move(...await place());
    await page.mouse.wheel(0, -300);
    await frames(page);
    const near = (await stateOf(page)).view;
    assert.notEqual(near, '');
    await page.keyboard.down('Shift');
    await drag(await place(), await place(80, 40));
    await page.keyboard.up('Shift');
    await frames(page);
    assert.notEqual((await stateOf(page)).view, near);
    await page.locator('#pad').focus();
    await page.keyboard.press('-');
    await page.keyboard.press('Home');
    await frames(page);
    assert.equal((await stateOf(page)).view, '');
});

test('an empty view offers a way back', async () => {
    await page.evaluate(() => window.quadrille.engine.tell('show', 1e7, 1e7, 1));
    await page.locator('#lost-fit').click();
    await frames(page);
    assert.ok(await page.locator('#lost').isHidden());
});

test('a link restores what it was copied from', async () => {
    await page.selectOption('#scene', 'entities');
    await page.selectOption('#beside', 'sweep');
    await page.locator('#overlays .chip').nth(1).click();
    await choose('Circle');
    await page.click('#pause');
    await page.mouse.move(...await place());
    await page.mouse.wheel(0, -200);
    await frames(page, 5);
    await page.waitForTimeout(400);
    const state = await stateOf(page);
    const other = await site.page(new URL(page.url()).hash);
    await frames(other);
    assert.deepEqual(await stateOf(other), state);
    const seen = one => one.evaluate(() => window.quadrille.status.count);
    assert.equal(await seen(other), await seen(page));
    assert.deepEqual(other.said, []);
    await other.context().close();
});

test('a link that says what is unknown is told of, and the rest holds', async () => {
    const other = await site.page('#scene=lights&count=999999999&method=magic&foo=1');
    await frames(other);
    assert.match(await other.locator('#alerts').textContent(), /method=magic, foo=1/);
    assert.equal((await stateOf(other)).scene, 'lights');
    await other.context().close();
});

test('a recording can be done again by the program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
    try {
        await page.click('#record');
        await page.waitForFunction(() => window.quadrille.status.ticks > 5);
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('#record')]);
        assert.equal(download.suggestedFilename(), 'drift.qdr');
        const path = join(folder, 'drift.qdr');
        writeFileSync(path, '');
        await download.saveAs(path);
        assert.match(quadrille('replay', path), /tick/);
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test('a tick that takes too long can be ended', async () => {
    const other = await site.page('#count=400000&method=brute&verify=1');
    await other.locator('#slow-end').click({ timeout: 60000 });
    await frames(other, 3);
    const { method, count, verify } = await stateOf(other);
    assert.deepEqual([method, count, verify], ['quadtree', 400000, false]);
    await other.locator('#slow').waitFor({ state: 'hidden' });
    assert.deepEqual(other.said, []);
    await other.context().close();
});

test('a recording is offered when another scene takes its place', async () => {
    await page.click('#record');
    await page.waitForFunction(() => window.quadrille.status.ticks > 5);
    const [download] = await Promise.all([page.waitForEvent('download'), page.selectOption('#scene', 'village')]);
    assert.equal(download.suggestedFilename(), 'drift.qdr');
    assert.equal(await page.locator('#record').textContent(), 'Start again and record');
});

test('light and dark', async () => {
    const shade = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await shade();
    await page.click('#theme');
    assert.notEqual(await shade(), dark);
    await page.reload();
    assert.notEqual(await shade(), dark);
});

test('the list of keys', async () => {
    await page.locator('#pad').focus();
    await page.keyboard.press('?');
    assert.ok(await page.locator('#keys-dialog').isVisible());
    assert.ok(await page.locator('#keys-list dt').count() > 25);
    const apart = await page.locator('#keys-list div').evaluateAll(rows => rows.filter(row => {
        const [key, does] = [...row.children].map(one => one.getBoundingClientRect());
        return key.top >= does.bottom || does.top >= key.bottom || key.right > does.left;
    }).map(row => row.textContent));
    assert.deepEqual(apart, [], 'each key is beside what it does');
    await page.keyboard.press('Escape');
});

test('a phone: touch, steering, and nothing wider than the screen', async () => {
    const phone = await site.page('#scene=snacks', { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    await frames(phone);
    assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390);
    assert.ok(await phone.locator('#arrows').isVisible());
    await phone.locator('#pause').tap();
    assert.equal((await stateOf(phone)).paused, true);
    await phone.locator('#scene').selectOption('drift');
    await phone.getByRole('radio', { name: 'Add' }).tap();
    await frames(phone, 8);
    const count = one => one.evaluate(() => Number(document.querySelector('#figures td').textContent.replaceAll(',', '')));
    const before = await count(phone);
    const box = await phone.locator('#pad').boundingBox();
    await phone.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await frames(phone, 8);
    assert.equal(await count(phone), before + 1);
    // Two fingers enlarge, and add nothing.
    const session = await phone.context().newCDPSession(phone);
    const fingers = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const at = (x, y) => ({ x: box.x + x, y: box.y + y });
    await fingers('touchStart', { ...at(100, 100), id: 1 });
    await fingers('touchStart', { ...at(100, 100), id: 1 }, { ...at(200, 160), id: 2 });
    await fingers('touchMove', { ...at(60, 80), id: 1 }, { ...at(240, 180), id: 2 });
    await fingers('touchEnd');
    await frames(phone, 8);
    assert.equal(await count(phone), before + 1);
    assert.notEqual((await stateOf(phone)).view, '');
    assert.deepEqual(phone.said, []);
    await phone.context().close();
});

test('every control has a name, and contrast is enough', async () => {
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select, a, canvas[role]')]
        .filter(one => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.[0]?.textContent.trim()))
        .map(one => one.outerHTML));
    assert.deepEqual(nameless, []);
    for (const theme of ['dark', 'light']) {
        const low = await page.evaluate(shown => {
            document.documentElement.dataset.theme = shown;
            const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
            const bytes = text => text.match(/[\d.]+/g).map(Number);
            const ground = element => {
                for (let at = element; at; at = at.parentElement) {
                    const color = bytes(getComputedStyle(at).backgroundColor);
                    if ((color[3] ?? 1) > 0.9 && !getComputedStyle(at).backgroundColor.startsWith('color')) return color;
                }
                return [255, 255, 255];
            };
            return [...document.querySelectorAll('h1, h2, p, label, legend, button, a, th, td, output, span, summary')]
                .filter(one => one.checkVisibility() && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
                .map(one => {
                    const [a, b] = [light(bytes(getComputedStyle(one).color)), light(ground(one))].sort((x, y) => y - x);
                    return [(a + 0.05) / (b + 0.05), one.textContent.trim().slice(0, 40)];
                }).filter(([ratio]) => ratio < 4.5).map(([ratio, text]) => `${shown} ${ratio.toFixed(2)} ${text}`);
        }, theme);
        assert.deepEqual(low, []);
    }
});
