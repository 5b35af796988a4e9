// The page of mistakes in the browser: each figure shows its fault, and its cure by a switch; by keyboard alone, on a narrow
// screen, light and dark. mistakes.test.mjs judges what the figures run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fits, linksLead, tabTo } from './access.mjs';
import { begin, close } from './browser.mjs';

let site;
before(async () => { site = await begin(); });
after(() => site.end());

async function open(options = {}, watch) {
    const page = await site.page('learn/mistakes/', options, watch);
    await page.locator('figure').nth(9).waitFor();
    return page;
}

const pixels = figure => figure.locator('canvas').evaluate(canvas => canvas.toDataURL());

test('every figure has its fault, and agrees with brute force after the switch, in numbers, colours and code', async () => {
    const asked = [];
    const page = await open({}, opened => opened.on('request', request => asked.push(new URL(request.url()).pathname)));
    assert.ok(!asked.some(path => path.endsWith('.wasm')), asked.join(' '));
    await linksLead(page);
    const figures = await page.locator('figure').all();
    assert.equal(figures.length, 10);
    for (const figure of figures) {
        const title = await figure.getAttribute('aria-label');
        const shown = async () => [await figure.locator('.counts').textContent(), await figure.locator('pre').textContent()];
        const [counts, code] = await shown();
        const isWork = /on a line are|Split and merge|each frame/.test(title), isCount = /The counter/.test(title);
        const says = isCount ? /^The answers are right, but the counter is not\.$/ : isWork ? /^The answers are right, but the work is too much\.$/ : /^Brute force disagrees\./;
        assert.match(await figure.locator('.verdict').textContent(), says, title);
        assert.ok(counts.includes('✗'), title);
        const red = / red\.$/.test(await figure.locator('.verdict').textContent());
        const picture = await pixels(figure);
        await figure.getByRole('radio', { name: 'With the cure' }).check();
        assert.equal(await figure.locator('.verdict').textContent(), 'Brute force agrees.', title);
        const [now, other] = await shown();
        assert.ok(!now.includes('✗') && now !== counts && other !== code, title);
        if (red) assert.notEqual(await pixels(figure), picture, title);
    }
    await close(page);
});

/** How many pixels of a figure's picture have a colour of the page. */
const pixelsIn = (figure, color) => figure.locator('canvas').evaluate((canvas, name) => {
    const wanted = getComputedStyle(canvas).getPropertyValue(name).match(/\w\w/g).map(pair => parseInt(pair, 16));
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += wanted.every((value, k) => Math.abs(data[i + k] - value) < 24);
    return count;
}, `--${color}`);

test('a colour that the text names is in the picture, with its fault and with its cure', async () => {
    const page = await open();
    let seen = 0;
    for (const section of await page.locator('#figures section').all()) {
        if (!/\bpink\b/.test(await section.textContent())) continue;
        seen++;
        for (const name of ['With the fault', 'With the cure']) {
            await section.getByRole('radio', { name }).check();
            assert.ok(await pixelsIn(section.locator('figure'), 'pink') > 40, `${await section.textContent()}: ${name}`);
        }
    }
    assert.equal(seen, 2);
    await close(page);
});

test('by keyboard alone: move the slider to where the fault is not seen, and switch to the cure', async () => {
    const page = await open();
    const first = '#figures section:nth-of-type(1)';
    await tabTo(page, `${first} input[type=range]`);
    await page.keyboard.press('Home');
    assert.equal(await page.locator(`${first} .verdict`).textContent(), 'Brute force agrees here: move the slider.');
    assert.match(await page.locator(`${first} canvas`).getAttribute('aria-label'), /^Points near one place: 1: \d+ cells, 25 boxes$/);
    await page.keyboard.press('End');
    assert.match(await page.locator(`${first} .verdict`).textContent(), /^Brute force disagrees\. \d+ boxes are red\.$/);
    await tabTo(page, `${first} input[type=radio]:checked`);
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator(`${first} .verdict`).textContent(), 'Brute force agrees.');
    for (let i = 2; i <= 10; i++) await tabTo(page, `#figures section:nth-of-type(${i}) input[type=range]`);
    await close(page);
});

test('axe finds nothing, light and dark, with faults and cures, and it fits on 320 pixels', async () => {
    const page = await open({ colorScheme: 'light' });
    for (const radio of (await page.getByRole('radio', { name: 'With the cure' }).all()).slice(5)) await radio.check();
    await accessible(page);
    await page.click('#theme');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page);
    await accessible(page);
    await close(page);
});
