// A browser with the page in it. The page is the built one; what it writes on the console is kept, and is to be nothing.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../serve.mjs';
import { Play } from '../src/module.js';

const at = path => fileURLToPath(new URL(path, import.meta.url));
export const built = process.env.QUADRILLE_WEB ?? at('../../out/web');
const program = process.env.QUADRILLE ?? at('../../build/release/apps/cli/quadrille');

/** What a command of quadrille prints. */
export function quadrille(...words) {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A server and a browser; `page` opens a page of it, after `watch` has seen it empty. */
export async function begin(folder = built) {
    const { port, close } = await serve(folder, 8200);
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const address = `http://127.0.0.1:${port}/`;
    return {
        browser,
        address,
        async page(path = '', options = {}, watch = () => {}) {
            const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark', ...options });
            const page = await context.newPage();
            page.said = [];
            page.on('console', message => page.said.push(`${message.type()}: ${message.text()}`));
            page.on('pageerror', error => page.said.push(`error: ${error.message}`));
            await watch(page);
            await page.goto(address + path);
            return page;
        },
        async end() {
            await browser.close();
            close();
        },
    };
}

/** Leaves a page, which has written nothing on the console. */
export async function close(page) {
    assert.deepEqual(page.said, [], 'nothing is on the console');
    await page.context().close();
}

/** The C code, both parts of it. */
export function loadPlay() {
    const [first, rest] = ['play.wasm', 'play-rest.wasm'].map(part => new WebAssembly.Module(readFileSync(join(built, part))));
    return Play.load(first, () => rest);
}

/** So many frames more have been drawn, and the page to play with has what comes after the first. */
export async function frames(page, more = 3) {
    const before = await page.evaluate(() => Number(document.documentElement.dataset.drawn ?? 0));
    await page.waitForFunction(least => Number(document.documentElement.dataset.drawn) >= least && window.quadrille.tree, before + more);
}

/** A value of the page's state, or all of it. */
export const stateOf = page => page.evaluate(() => ({ ...window.quadrille.state }));
