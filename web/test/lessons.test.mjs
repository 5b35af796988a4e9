// Every lesson by keyboard alone: Tab reaches each control in the order of the page, keys work it, and what it is about follows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tabTo } from './access.mjs';
import { begin, close } from './browser.mjs';

let site;
before(async () => { site = await begin(); });
after(() => site.end());

const MOST = 400; // Tab is pressed on a page

/** What a figure of the article says about itself. */
const numbersOf = (page, i) => page.evaluate(k => [...document.querySelectorAll('figure.live')[k].querySelectorAll('dd, .meter-row .value, .live-text')].map(one => one.textContent).join(' '), i);

/** The figure's numbers differ from these. */
const changes = (page, i, before) => page.waitForFunction(([k, text]) => [...document.querySelectorAll('figure.live')[k].querySelectorAll('dd, .meter-row .value, .live-text')].map(one => one.textContent).join(' ') !== text, [i, before]);

/** Is the middle of a figure of the article on the screen? */
const isSeen = (page, i) => page.evaluate(k => {
    const { top, bottom } = document.querySelectorAll('figure.live')[k].getBoundingClientRect();
    return (top + bottom) / 2 > 0 && (top + bottom) / 2 < innerHeight;
}, i);

/** Pressed, and scrolled to the end: a busy browser begins late, and would then go past the figure. */
async function pageDown(page) {
    await page.keyboard.press('PageDown');
    await page.evaluate(() => new Promise(resolve => {
        let [last, still] = [scrollY, 0];
        const look = setInterval(() => {
            still = scrollY === last ? still + 1 : 0;
            last = scrollY;
            if (still < 4) return;
            clearInterval(look);
            resolve();
        }, 50);
    }));
}

test('the article: each figure is reached, its sliders change its numbers, and each button can be pressed', async () => {
    const page = await site.page('learn/', { reducedMotion: 'reduce' });
    const count = await page.locator('figure.live').count();
    for (let i = 0; i < count; i++) {
        await page.evaluate(k => {
            document.querySelectorAll('figure').forEach(one => one.removeAttribute('data-now'));
            document.querySelectorAll('figure.live')[k].dataset.now = '';
        }, i);
        if (i === 0) await tabTo(page, '.contents a', MOST);
        for (let k = 0; k < 20 && !await isSeen(page, i); k++) await pageDown(page); // its controls come when it is near
        await page.waitForFunction(k => Number(document.querySelectorAll('figure.live')[k].dataset.drawn) > 1, i);
        await tabTo(page, 'figure[data-now] .pad', MOST);
        const sliders = await page.locator('figure[data-now] input[type=range]').count();
        for (let k = 0; k < sliders; k++) {
            const label = await page.locator('figure[data-now] label.slider').nth(k).textContent();
            await page.locator('figure[data-now] label.slider input').nth(k).evaluate(one => { one.dataset.one = ''; });
            await tabTo(page, 'figure[data-now] input[data-one]', MOST);
            const output = () => page.locator('figure[data-now] label.slider output').nth(k).textContent();
            const [shown, numbers] = [await output(), await numbersOf(page, i)];
            await page.keyboard.press('Home');
            await page.keyboard.press('ArrowRight');
            assert.notEqual(await output(), shown, label);
            if (!/Speed/.test(label)) await changes(page, i, numbers);
            await page.evaluate(() => { delete document.activeElement.dataset.one; });
        }
        const buttons = await page.locator('figure[data-now] .live-row button').count();
        for (let k = 0; k < buttons; k++) {
            await page.locator('figure[data-now] .live-row button').nth(k).evaluate(one => { one.dataset.one = ''; });
            await tabTo(page, 'figure[data-now] button[data-one]', MOST);
            await page.keyboard.press('Enter');
            await page.evaluate(() => { delete document.activeElement.dataset.one; });
        }
    }
    await close(page);
});

test('the article: boxes are inserted and a question is asked with arrows and Enter, then explained by steps', async () => {
    const page = await site.page('learn/', { reducedMotion: 'reduce' });
    for (const i of [1, 5]) {
        await page.waitForFunction(k => {
            const figure = document.querySelectorAll('figure.live')[k];
            figure.scrollIntoView();
            return Number(figure.dataset.drawn) > 1;
        }, i);
        await page.evaluate(k => { document.querySelectorAll('figure.live')[k].dataset.now = String(k); }, i);
    }
    const text = i => page.locator(`figure[data-now="${i}"] .live-text`);
    await tabTo(page, 'figure[data-now="1"] .pad', MOST);
    const before = await numbersOf(page, 1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await changes(page, 1, before);
    await tabTo(page, 'figure[data-now="5"] .pad', MOST);
    await page.keyboard.press('Enter');
    for (let k = 0; k < 8; k++) await page.keyboard.press('ArrowRight');
    for (let k = 0; k < 8; k++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const offered = () => page.locator('figure[data-now="5"] .live-row button').evaluateAll(all => all.slice(1).map(one => one.getAttribute('aria-disabled') === 'false'));
    assert.deepEqual(await offered(), [false, false]);
    await tabTo(page, 'figure[data-now="5"] .live-row button', MOST); // Explain it
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /^Step 1 of \d+\./.test(document.querySelector('figure[data-now="5"] .live-text').textContent));
    assert.deepEqual(await offered(), [true, false]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /^Step 2 of \d+\./.test(document.querySelector('figure[data-now="5"] .live-text').textContent));
    assert.match(await text(5).textContent(), /^Step 2/);
    await close(page);
});

test('write your own: each section’s field, each fault, and the way back', async () => {
    const page = await site.page('learn/write/');
    const ran = () => page.waitForFunction(() => document.documentElement.dataset.ran && document.documentElement.dataset.ran === document.documentElement.dataset.wanted, null, { timeout: 30000 });
    await ran();
    await page.evaluate(() => { window.page.pause = 0; });
    for (let section = 0; section < 7; section++) {
        const at = `[data-section="${section}"]`;
        const verdict = () => page.locator(`${at} .verdict`).textContent();
        await tabTo(page, `${at} textarea`, MOST);
        await page.keyboard.press('Control+End');
        await page.keyboard.type(' // mine');
        await ran();
        assert.match(await verdict(), /^Brute force agrees/, at);
        await tabTo(page, `${at} .row button:last-child`, MOST); // Restore
        await page.keyboard.press('Enter');
        await ran();
        await page.keyboard.press('Shift+Tab');
        const fault = `${at} .row button[aria-pressed]`;
        await tabTo(page, fault, MOST);
        await page.keyboard.press('Enter');
        await ran();
        assert.match(await verdict(), /^Brute force disagrees|^The answers are right, but the work is too much/, at);
        await page.keyboard.press('Enter');
        await ran();
        assert.match(await verdict(), /^Brute force agrees/, at);
    }
    await close(page);
});

test('mistakes: every figure’s slider and switch', async () => {
    const page = await site.page('learn/mistakes/');
    await page.locator('figure').nth(9).waitFor();
    for (let i = 1; i <= 10; i++) {
        const at = `#figures section:nth-of-type(${i})`;
        const state = async () => [await page.locator(`${at} output`).textContent(), await page.locator(`${at} .verdict`).textContent()];
        await tabTo(page, `${at} input[type=range]`, MOST);
        await page.keyboard.press('Home');
        const [first] = await state();
        await page.keyboard.press('End');
        const [last] = await state();
        assert.notEqual(first, last, at);
        await tabTo(page, `${at} input[type=radio]:checked`, MOST);
        await page.keyboard.press('ArrowRight');
        assert.equal((await state())[1], 'Brute force agrees.', at);
    }
    await close(page);
});
