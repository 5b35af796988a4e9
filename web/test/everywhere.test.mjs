// Every page, for every hand and eye: axe finds nothing, light and dark; nothing is wider than 320 pixels; a finger finds what it
// presses, and words for fingers; what moves by itself waits where the system asks for less motion; sliders show their values
// while they move.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fits, largeEnough, linksLead } from './access.mjs';
import { begin, close, frames, loadPlay } from './browser.mjs';

let site;
before(async () => { site = await begin(); });
after(() => site.end());

const phone = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true };
const pages = {
    scenes: ['#count=200&paused=1&draw=pixels', page => frames(page, 8)],
    article: ['learn/', startAll],
    steps: ['learn/steps/', page => page.waitForFunction(() => window.steps)],
    write: ['learn/write/', page => page.waitForFunction(() => document.documentElement.dataset.ran)],
    mistakes: ['learn/mistakes/', page => page.locator('figure').nth(9).waitFor()],
};

/** Every figure of the article has drawn. */
async function startAll(page) {
    for (let i = 0; i < 7; i++) {
        await page.locator('figure.live').nth(i).scrollIntoViewIfNeeded();
        await page.waitForFunction(k => Number(document.querySelectorAll('figure.live')[k].dataset.drawn) > 1, i);
    }
}

async function open(name, options = {}) {
    const [path, ready] = pages[name];
    const page = await site.page(path, { reducedMotion: 'reduce', ...options });
    await ready(page);
    return page;
}

for (const name of Object.keys(pages)) {
    test(`${name}: axe finds nothing, light and dark, at three widths, and nothing is too wide`, async () => {
        const page = await open(name, { colorScheme: 'light' });
        for (const width of [1280, 390, 320]) {
            await page.setViewportSize({ width, height: 800 });
            await fits(page);
            await accessible(page);
            await page.click('#theme');
            await accessible(page);
            await page.click('#theme');
        }
        await close(page);
    });

    test(`${name}: a finger finds everything that it can press`, async () => {
        const page = await open(name, phone);
        await fits(page);
        await largeEnough(page);
        await close(page);
    });
}

test('the scenes with all that can lie on them: axe finds nothing, and it fits a phone', async () => {
    for (const hash of ['#scene=snacks&paused=1&draw=pixels', '#count=50&paused=1&tree=1&beside=grid&draw=pixels']) {
        const page = await site.page(hash, { ...phone, colorScheme: 'light' });
        await frames(page, 8);
        await accessible(page);
        await fits(page);
        await largeEnough(page);
        await close(page);
    }
});

test('the pad to steer with lies beside the scene or under it, and the scene stays large enough to be seen', async () => {
    for (const [width, height] of [[320, 568], [390, 800], [844, 390], [1180, 820]]) {
        const page = await site.page('#scene=snacks&paused=1&draw=pixels', { ...phone, viewport: { width, height } });
        await frames(page, 4);
        const [pad, scene, dock] = await page.evaluate(() => ['arrows', 'pad', 'pause'].map(id => {
            const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
            return { left, top, right, bottom };
        }));
        assert.ok(pad.right > pad.left && pad.bottom > pad.top, 'it is there');
        for (const other of [scene, dock])
            assert.ok(pad.left >= other.right || pad.right <= other.left || pad.top >= other.bottom || pad.bottom <= other.top, `${width} x ${height}: ${JSON.stringify({ pad, other })}`);
        assert.ok(scene.right - scene.left >= 160 && scene.bottom - scene.top >= 160, `${width} x ${height}: ${JSON.stringify(scene)}`);
        await fits(page);
        await close(page);
    }
});

test('the pad steers', async () => {
    const page = await site.page('#scene=snacks&draw=pixels', { ...phone, viewport: { width: 390, height: 800 } });
    await frames(page, 4);
    await page.evaluate(() => {
        const { engine } = window.quadrille;
        const tell = engine.tell.bind(engine);
        window.told = [];
        engine.tell = (...order) => { window.told.push(order.join(' ')); tell(...order); };
    });
    for (const name of ['Up', 'Left', 'Action']) await page.locator(`#arrows [aria-label=${name}]`).tap();
    const keys = await page.evaluate(() => window.told.filter(order => order.startsWith('key ')));
    assert.deepEqual(keys.filter((order, i) => keys.indexOf(order) === i), ['key 2 true', 'key 2 false', 'key 0 true', 'key 0 false', 'key 4 true', 'key 4 false']);
    await close(page);
});

test('words are for the hand that reads them', async () => {
    const { forFingers } = await handOf();
    const play = await loadPlay();
    for (const { name, help, steered } of play.lists().scenes)
        assert.doesNotMatch(forFingers(help, steered), /click|mouse|left|right|keys?\b|Enter|Alt|^[,;]|[,;:]$/, name);
    for (const [options, word, other] of [[phone, 'a tap', 'a click'], [{}, 'A click', 'A tap']]) {
        const page = await site.page('#scene=drift&paused=1&draw=pixels', options);
        await frames(page, 1);
        const help = (await page.locator('#scene-help').textContent()).toLowerCase();
        assert.ok(help.includes(word.toLowerCase()) && !help.includes(other.toLowerCase()), help);
        await page.goto(`${site.address}learn/`);
        const [fingers, mouse] = await Promise.all(['.by-finger', '.by-mouse'].map(kind => page.locator(kind).evaluateAll(all => all.filter(one => one.checkVisibility()).length)));
        assert.ok(options === phone ? fingers >= 3 && mouse === 0 : mouse >= 3 && fingers === 0, `${fingers} and ${mouse}`);
        await close(page);
    }
});

/** The module of words, which asks the browser for its hand as it begins. */
async function handOf() {
    globalThis.matchMedia ??= () => ({ matches: false });
    return import('../src/hand.js');
}

test('less motion: the scene waits, says so, makes single ticks, and goes on when it is asked to', async () => {
    const page = await site.page('#scene=drift&draw=pixels', { reducedMotion: 'reduce' });
    await frames(page, 8);
    const ticks = () => page.evaluate(() => window.quadrille.status.ticks);
    const first = await ticks();
    await frames(page, 4);
    assert.deepEqual([first, await ticks()], [1, 1]);
    assert.match(await page.locator('#alert-motion').textContent(), /asks for less motion/);
    await page.click('#step');
    await page.waitForFunction(() => window.quadrille.status.ticks === 2);
    await page.evaluate(() => { location.hash = '#scene=pile&draw=pixels'; });
    await page.waitForFunction(() => window.quadrille.state.scene === 'pile' && window.quadrille.state.paused);
    await page.click('#pause');
    await page.waitForFunction(() => window.quadrille.status.ticks > 5);
    assert.equal(await page.locator('#alert-motion').count(), 0);
    await close(page);
    const other = await site.page('#scene=drift&draw=pixels');
    await frames(other, 8);
    assert.equal(await other.evaluate(() => window.quadrille.state.paused), false);
    await other.emulateMedia({ reducedMotion: 'reduce' });
    await other.waitForFunction(() => window.quadrille.state.paused);
    await close(other);
});

test('less motion: no figure of the article moves by itself', async () => {
    const page = await open('article');
    for (const figure of await page.locator('figure.live').all()) {
        const state = await figure.evaluate(one => one.live.state.paused);
        assert.equal(state, true, await figure.getAttribute('data-label'));
    }
    await close(page);
});

for (const name of Object.keys(pages)) {
    test(`${name}: every slider shows its value while it moves`, async () => {
        const page = await open(name);
        const sliders = await page.locator('input[type=range]:visible').all();
        assert.ok(sliders.length >= 1);
        for (const slider of sliders) {
            await slider.scrollIntoViewIfNeeded();
            const shown = () => slider.evaluate(one => one.closest('label')?.querySelector('output')?.textContent ?? 'it has no output');
            const box = await slider.boundingBox();
            const seen = new Set();
            const at = share => page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
            await at(0.03);
            await page.mouse.down();
            for (const share of [0.03, 0.5, 0.97]) { // the button is still down
                await at(share);
                seen.add(await shown());
            }
            assert.ok(seen.size >= 2 && !seen.has(''), `${[...seen]}`);
            assert.equal(await slider.getAttribute('aria-valuetext') ?? await slider.inputValue(), await shown(), 'and readers of screens hear it');
            await page.mouse.up();
        }
        await close(page);
    });
}

for (const name of ['scenes', 'steps', 'article']) {
    test(`${name}: with the system's colours, swatches and bars are still seen, and so is what is chosen`, async () => {
        const page = await open(name, { forcedColors: 'active', colorScheme: 'dark' });
        const grounds = await page.locator('.legend i:not([class]), .legend i.box, .meter-row i:not([hidden]), .bar nav a[aria-current], button[aria-pressed=true], .tools input:checked + span').evaluateAll(all => {
            const ground = getComputedStyle(document.body).backgroundColor;
            return all.filter(one => one.checkVisibility()).map(one => ({ what: one.outerHTML.slice(0, 90), same: [ground, 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(one).backgroundColor) }));
        });
        assert.ok(grounds.length >= 4);
        assert.deepEqual(grounds.filter(({ same }) => same), []);
        await close(page);
    });
}

test('contents lead to every section, and every chapter to further reading', async () => {
    for (const name of ['article', 'steps', 'write', 'mistakes']) {
        const page = await open(name);
        const linked = await page.locator('.contents a').evaluateAll(all => all.map(one => one.hash.slice(1)));
        const sections = await page.locator('h2[id]').evaluateAll(all => all.map(one => one.id).filter(id => id !== 'reading'));
        assert.deepEqual(linked, sections, name);
        assert.ok(linked.length >= 7);
        await linksLead(page);
        assert.ok(await page.locator(name === 'article' ? '#reading' : 'a[href$="#reading"]').count() > 0);
        await close(page);
    }
});
