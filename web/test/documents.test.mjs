// The site of the documents, which `make docs` builds: it opens as the README does, pages fit 320 pixels, axe finds nothing,
// the menu is reached by keys, fingers find what they press, and the film stands still where the system asks for less motion.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { accessible, fits, largeEnough, tabTo } from './access.mjs';
import { begin, close } from './browser.mjs';

const folder = process.env.QUADRILLE_DOCS ?? fileURLToPath(new URL('../../out/docs', import.meta.url));
const pages = ['index.html', 'readme.html', 'guide-first-tree.html', 'performance.html', 'totals_8h.html'];
const narrow = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true };

let site;
before(async () => { site = await begin(folder); });
after(() => site.end());

test('axe finds nothing, light and dark, wide and narrow, and fingers find what they press', async () => {
    for (const path of pages)
        for (const options of [narrow, {}]) {
            const page = await site.page(path, options);
            await page.emulateMedia({ colorScheme: options === narrow ? 'dark' : 'light' });
            await accessible(page);
            await fits(page);
            if (options === narrow) {
                await page.locator('#menu').tap();
                await largeEnough(page, '.memberdecls, .memitem, .fragment'); // declarations are lines of code
                if (path === 'index.html') await accessible(page);
            }
            await close(page);
        }
});

test('no guide, table or header is wider than 320 pixels', async () => {
    const page = await site.page('index.html', { viewport: { width: 320, height: 700 } });
    await page.route(/search\.js|\.(png|svg|webp)$/, route => route.fulfill({ body: '' })); // pictures fit by the style sheet
    const all = readdirSync(folder).filter(name => name.endsWith('.html') && /^(index|readme|guide-|performance|class|struct|.*_8h\.html)/.test(name));
    assert.ok(all.length > 60, `${all.length}`);
    const wide = [];
    for (const path of all) {
        await page.goto(site.address + path, { waitUntil: 'domcontentloaded' });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > 320) wide.push(`${path}: ${width}`);
    }
    assert.deepEqual(wide, []);
    await close(page);
});

test('the first page opens with the sentence, the film and the figures of the README', async () => {
    const page = await site.page('index.html');
    assert.equal((await page.locator('h1.title').textContent()).trim(), 'Quadrille');
    const parts = await page.locator('.textblock').evaluate(text => [...text.querySelectorAll('p, img, table, h1, h2')].map(one => one.getAttribute('src') ?? one.textContent.trim()));
    assert.match(parts[0], /^A 2D spatial index for games, simulations and maps, in C\./);
    const place = wanted => parts.findIndex(part => part.startsWith(wanted));
    const order = ['A 2D', 'quadtree.webp', 'How fast it is', 'Among 100,000 boxes', 'performance-frames-U.svg', 'Documents', 'Guides'].map(place);
    assert.deepEqual(order, [...order].sort((a, b) => a - b), parts.slice(0, 12).join('\n'));
    assert.ok(!order.includes(-1), order.join());
    const table = await page.locator('table').first().locator('td, th').allTextContents();
    assert.ok(table.some(text => /Boost R-tree/.test(text)) && table.filter(text => /^[\d.]+ (ms|ns)/.test(text.trim())).length > 15);
    for (const picture of await page.locator('.textblock img').all()) assert.ok(await picture.evaluate(one => one.decode().then(() => one.naturalWidth > 100)));
    await close(page);
});

test('the film moves, and stands still where the system asks for less motion', async () => {
    for (const [reducedMotion, file] of [['no-preference', 'quadtree.webp'], ['reduce', 'quadtree-still.png']])
        for (const path of ['index.html', 'readme.html']) {
            const page = await site.page(path, { reducedMotion });
            const source = await page.locator('img[src="quadtree.webp"]').evaluate(one => one.decode().then(() => one.currentSrc));
            assert.ok(source.endsWith(file), source);
            await close(page);
        }
});

test('by keyboard: the menu opens, what scrolls can be scrolled, and the search finds', async () => {
    const page = await site.page('guide-first-tree.html', { viewport: { width: 320, height: 700 } });
    await tabTo(page, '#menu');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('#menu').getAttribute('aria-expanded'), 'true');
    await tabTo(page, 'nav summary');
    await page.keyboard.press('Enter');
    assert.ok(await page.locator('nav').isVisible());
    await page.locator('#menu').focus();
    await page.keyboard.press('Enter');
    assert.ok(await page.locator('nav').isHidden());
    await page.locator('#search').focus();
    await page.keyboard.type('first tree');
    assert.match(await page.locator('#found a').first().textContent(), /first tree/i);
    await page.keyboard.press('Escape');
    await tabTo(page, 'main .fragment[tabindex]');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.activeElement.scrollLeft > 0);
    await close(page);
});
