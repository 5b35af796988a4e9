// Everything around the scenes: loading, drawing by WebGL, the article, addresses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readLink, usual, writeLink } from '../src/state.js';
import { sayRefused } from '../src/trouble.js';
import { fields } from '../src/written.js';
import { readStatus } from '../src/figures.js';
import { runsOf } from '../src/paint.js';
import { linksLead } from './access.mjs';
import { begin, frames } from './browser.mjs';

let site;
before(async () => { site = await begin(); });
after(() => site.end());

test('the first page asks for nothing but its own files, and the first picture comes', async () => {
    const page = await site.page();
    const asked = [];
    page.on('request', request => asked.push(request.url()));
    await page.reload();
    await frames(page, 1);
    assert.deepEqual(asked.filter(url => !url.startsWith(site.address) && !url.startsWith('blob:')), []);
    assert.deepEqual(page.said, []);
    await page.context().close();
});

/** How a picture of the scene is divided into dark, blue and orange. */
const shares = page => page.evaluate(async () => {
    const bytes = window.shot;
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), one => one.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let blue = 0;
    let orange = 0;
    for (let i = 0; i < data.length; i += 4) {
        blue += data[i + 2] > 150 && data[i] < 130;
        orange += data[i] > 150 && data[i + 2] < 90;
    }
    return { blue: blue / (data.length / 4), orange: orange / (data.length / 4) };
});

test('WebGL and the library’s own pixels show the same picture', async () => {
    const seen = [];
    for (const draw of ['webgl', 'pixels']) {
        const page = await site.page(`#paused=1&count=400&show=&draw=${draw}`);
        await frames(page, 2);
        await page.click('#step');
        await frames(page, 2);
        const box = await page.locator('#pad').boundingBox();
        const shot = (await page.screenshot({ clip: box })).toString('base64');
        await page.evaluate(text => { window.shot = text; }, shot);
        seen.push(await shares(page));
        assert.equal(await page.locator('#shapes').isVisible(), draw === 'webgl');
        await page.context().close();
    }
    assert.ok(seen[1].blue > 0.01 && seen[1].orange > 0.005, JSON.stringify(seen));
    for (const color of ['blue', 'orange']) // by WebGL edges are smooth, which takes more pixels, and darker
        assert.ok(seen[0][color] > 0.6 * seen[1][color] && seen[0][color] < 1.5 * seen[1][color], JSON.stringify(seen));
});

test('every figure of the article runs and prints its numbers', async () => {
    const page = await site.page('learn/');
    const count = await page.locator('figure.live').count();
    assert.equal(count, 7);
    for (let i = 0; i < count; i++) {
        const figure = page.locator('figure.live').nth(i);
        await figure.scrollIntoViewIfNeeded();
        await page.waitForFunction(k => Number(document.querySelectorAll('figure.live')[k].dataset.drawn) > 12, i);
        const numbers = await figure.locator('.live-numbers dd, .meter-row .value').allTextContents();
        assert.ok(numbers.length > 0 && numbers.every(text => /[0-9]/.test(text)), `${i}: ${numbers}`);
        for (const button of await figure.locator('button').all()) await button.click();
        for (const range of await figure.locator('input[type=range]').all()) {
            await range.focus();
            await page.keyboard.press('ArrowRight');
        }
    }
    const tests = page.locator('figure.live').first().locator('.live-numbers dd').first();
    const first = page.locator('figure.live').first();
    await first.scrollIntoViewIfNeeded();
    await first.getByRole('button', { name: 'Go on' }).click(); // it was paused by the clicks on every button
    await page.waitForFunction(() => document.querySelector('.live-numbers dd').textContent === '124,750'); // 500 by brute force
    assert.equal(await tests.textContent(), '124,750');
    assert.deepEqual(page.said, []);
    await page.context().close();
});

test('the article is light or dark as a whole, however many figures run', async () => {
    const page = await site.page('learn/');
    for (let i = 0; i < 3; i++) {
        await page.locator('figure.live').nth(i).scrollIntoViewIfNeeded();
        await page.waitForFunction(k => Number(document.querySelectorAll('figure.live')[k].dataset.drawn) > 2, i);
    }
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), 'dark');
    await page.click('#theme');
    assert.equal(await theme(), 'light');
    await page.click('#theme');
    assert.equal(await theme(), 'dark');
    await page.context().close();
});

test('the figure to put boxes into counts cells while time stands still', async () => {
    const page = await site.page('learn/');
    const figure = page.locator('figure.live').nth(1);
    await figure.scrollIntoViewIfNeeded();
    const cells = async () => Number(await figure.locator('.live-numbers dd').nth(1).textContent());
    await page.waitForFunction(() => document.querySelectorAll('figure.live')[1].dataset.drawn > 3);
    const before = await cells();
    const box = await figure.locator('.pad').boundingBox();
    for (let i = 0; i < 12; i++) await page.mouse.click(box.x + box.width * (0.4 + 0.01 * i), box.y + box.height * 0.4);
    await page.waitForFunction(least => Number(document.querySelectorAll('figure.live')[1].querySelectorAll('.live-numbers dd')[1].textContent) > least, before);
    const more = await cells();
    await figure.locator('input[type=range]').focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await page.waitForFunction(most => Number(document.querySelectorAll('figure.live')[1].querySelectorAll('.live-numbers dd')[1].textContent) < most, more);
    await page.context().close();
});

test('the article leads to its chapters', async () => {
    const page = await site.page('learn/');
    await linksLead(page);
    for (const [link, title] of [['step by step', 'Step by step'], ['write your own quadtree', 'Write your own quadtree'], ['ten mistakes', 'Ten mistakes']]) {
        await page.getByRole('link', { name: link, exact: true }).click();
        assert.equal(await page.locator('h1').textContent(), title);
        await page.goBack();
    }
    await page.context().close();
});

test('who wants less motion finds the article standing still', async () => {
    const page = await site.page('learn/', { reducedMotion: 'reduce' });
    const figure = page.locator('figure.live').first();
    await figure.scrollIntoViewIfNeeded();
    await figure.getByRole('button', { name: 'Go on' }).waitFor();
    await page.context().close();
});

test('a library that does not come is told of', async () => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    await page.route('**/play.wasm', route => route.abort());
    await page.goto(site.address);
    await page.locator('#scene-summary.bad').waitFor();
    assert.match(await page.locator('#scene-summary').textContent(), /could not be loaded/);
    await context.close();
});

test('a rest of the library that does not come is told of when it is needed, and the scene goes on', async () => {
    const page = await site.page('', {}, fresh => fresh.route('**/play-rest.wasm', route => route.abort()));
    await frames(page, 1);
    await page.evaluate(() => window.quadrille.changeScene('gravity'));
    await page.locator('#alert-page').waitFor();
    await page.unroute('**/play-rest.wasm');
    await page.evaluate(() => window.quadrille.changeScene('gravity'));
    await page.locator('#alert-page').waitFor({ state: 'detached' });
    await frames(page, 2);
    await page.context().close();
});

test('a figure of the article that lacks the rest of the library says so, and the next ones begin', async () => {
    const page = await site.page('learn/', {}, fresh => fresh.route('**/play-rest.wasm', route => route.abort()));
    await page.locator('#gravity').scrollIntoViewIfNeeded();
    assert.match(await page.locator('figure.live .alert.bad').first().textContent(), /^This does not work here: .*\.$/);
    await page.locator('#brute').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Measure here' }).waitFor();
    await page.context().close();
});

test('a browser without WebAssembly, or without vectors in it, is told what the page needs', async () => {
    for (const damage of ['delete window.WebAssembly', 'WebAssembly.compile = async () => { throw new WebAssembly.CompileError("invalid value type") }']) {
        const page = await site.page('', {}, fresh => fresh.addInitScript(damage));
        await page.locator('#scene-summary.bad').waitFor();
        assert.match(await page.locator('#scene-summary').textContent(), /could not be loaded: .*needs WebAssembly with vectors \(SIMD\): .* Safari .* or newer\.$/);
        await page.context().close();
    }
});

test('a link that says much wrongly is answered with a short sentence', () => {
    assert.equal(sayRefused([]), '');
    assert.equal(sayRefused(['count=x']), 'The link says count=x, which the page does not take.');
    const long = sayRefused(Array.from({ length: 5000 }, () => `x=${'y'.repeat(5000)}`));
    assert.match(long, /^The link says x=y+ …, x=y+ …, x=y+ … and 4997 more, which the page does not take\.$/);
    assert.ok(long.length < 250, long);
});

test('states and links', () => {
    const lists = {
        scenes: [{ name: 'drift', least: 1, most: 1000 }, { name: 'pile', least: 2, most: 50 }],
        methods: [{ name: 'quadtree' }, { name: 'grid' }],
        tools: [{ name: 'scene' }, { name: 'box' }],
        overlays: [{ name: 'cells' }, { name: 'heat' }],
    };
    const there = state => readLink(writeLink(state), lists);
    assert.equal(writeLink(usual), '');
    assert.deepEqual(there(usual), { state: { ...usual }, refused: [] });
    const other = { ...usual, scene: 'pile', count: 7, size: 0.5, seed: 12, beside: 'grid', verify: true, show: '', tool: 'box', paused: true, view: '1.5,-2,40', edges: 'open' };
    assert.deepEqual(there(other).state, other);
    const most = readLink('#count=1e9&scene=pile', lists);
    assert.deepEqual([most.state.count, most.refused], [50, ['count=1000000000']]);
    for (const bad of ['count=', 'count=x', 'seed=NaN', 'seed=-1', 'paused=yes', 'scene=__proto__', 'toString=1', 'view=1,2', 'view=1px,2,40', 'view=0,0,0',
        'view=1,,4', 'capacity=Infinity', 'capacity=5000', 'show=cells,foo', 'pace=100'])
        assert.deepEqual(readLink(`#${bad}`, lists), { state: { ...usual }, refused: [bad] }, bad);
});

test('lines of the C side', () => {
    assert.deepEqual(fields('a\tb\nc\n'), [['a', 'b'], ['c']]);
    const read = readStatus('now\t3\t1\t0\t0\ncost\t0\t5\t1\t10\t2\t0.5\nstep\t1\t2\tText\nmessage\tno\n');
    assert.deepEqual([read.ticks, read.costs[0].brute, read.costs[0].counted, read.step.text, read.message], [3, 10, true, 'Text', 'no']);
    assert.equal(readStatus('cost\t0\t5\t1\t10\t2\t0.5\t0\n').costs[0].counted, false);
});

test('runs of shapes that are outlines', () => {
    const bytes = new Uint8Array(28 * 5);
    [0, 0, 1, 1, 3].forEach((kind, i) => { bytes[28 * i] = kind; });
    assert.deepEqual(runsOf(bytes, 5), [[0, 2, false], [2, 2, true], [4, 1, false]]);
    assert.deepEqual(runsOf(bytes, 0), []);
});
