// The players of "Step by step" as pictures, a file for each step:  node films.mjs FOLDER
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { begin } from './browser.mjs';

const folder = process.argv[2];
const site = await begin();
const page = await site.page('learn/steps/', { viewport: { width: 860, height: 1400 }, reducedMotion: 'reduce' });
await page.waitForFunction(() => window.steps?.players.length > 0);
await page.evaluate(() => { // buttons and sliders are left out
    for (const one of document.querySelectorAll('.player-settings, .player-buttons, .player-picture .slider')) one.style.display = 'none';
    for (const one of document.querySelectorAll('.player')) one.style.borderRadius = '0';
});
const names = await page.evaluate(() => window.steps.players.map(({ operation }) => operation.name));
for (const [i, name] of names.entries()) {
    const place = page.locator(`[data-operation="${name}"]`);
    const count = await page.evaluate(k => window.steps.players[k].frames.length, i);
    const heights = [];
    for (let step = 0; step < count; step++) {
        await page.evaluate(([k, at]) => window.steps.players[k].show(at, false), [i, step]);
        heights.push((await place.boundingBox()).height);
    }
    const height = Math.ceil(Math.max(...heights)); // all pictures of a film have one size
    await place.evaluate((one, pixels) => { one.style.blockSize = `${pixels}px`; }, height);
    mkdirSync(join(folder, name), { recursive: true });
    for (let step = 0; step < count; step++) {
        await page.evaluate(([k, at]) => window.steps.players[k].show(at, false), [i, step]);
        await place.screenshot({ path: join(folder, name, `${String(step).padStart(3, '0')}.png`) });
    }
    console.log(`${name}: ${count} steps`);
}
await site.end();
