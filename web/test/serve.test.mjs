// The server sends files of its folder, and nothing else keeps it from the next request. It runs as a process of its own, which
// ends with the test even where it waits for something.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../serve.mjs';

let folder; // with the folder that is served in it
let inside;
let server;
let port;
let socket;

before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
    inside = join(folder, 'site');
    mkdirSync(inside);
    writeFileSync(join(inside, 'index.html'), 'page');
    server = spawn(process.execPath, [fileURLToPath(new URL('../serve.mjs', import.meta.url)), inside, '8300'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await new Promise((resolve, reject) => { server.stdout.once('data', data => resolve([String(data)])); server.once('exit', reject); });
    port = Number(line.match(/127\.0\.0\.1:(\d+)/)[1]);
});
after(() => {
    server.kill('SIGKILL');
    socket?.close();
    rmSync(folder, { recursive: true });
});

/** The answer, or 'waits' where none comes. */
const ask = (path, at = port) => new Promise(resolve => {
    const asked = get({ host: '127.0.0.1', port: at, path, agent: false, timeout: 5000 }, response => {
        let text = '';
        response.setEncoding('utf8').on('data', more => { text += more; }).on('end', () => resolve({ status: response.statusCode, text, to: response.headers.location }));
    });
    asked.on('timeout', () => { asked.destroy(); resolve({ status: 'waits' }); }).on('error', () => resolve({ status: 'ends' }));
});
const status = async (path, at) => (await ask(path, at)).status;

test('nothing from outside of the folder', async () => {
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', 'index.html'), 'secret');
    writeFileSync(join(folder, 'site-secret'), 'secret');
    symlinkSync(join(folder, 'secret.txt'), join(inside, 'link.txt'));
    symlinkSync(join(folder, 'other'), join(inside, 'link'));
    symlinkSync('/dev/zero', join(inside, 'zero'));
    symlinkSync('loop', join(inside, 'loop'));
    mkdirSync(join(inside, 'learn'));
    writeFileSync(join(inside, 'learn', 'index.html'), 'page');
    mkdirSync(join(inside, 'leads-out'));
    symlinkSync(join(folder, 'secret.txt'), join(inside, 'leads-out', 'index.html'));
    symlinkSync(join(inside, 'learn'), join(inside, 'same'));
    for (const path of ['/', '/learn/?a=1', '/same/']) assert.deepEqual(await ask(path), { status: 200, text: 'page', to: undefined }, path);
    for (const path of ['/learn', '/learn?a=1', '//x/learn', '/%2e/learn']) assert.equal(await status(path), 308, path);
    assert.equal((await ask('//x/learn')).to, './learn/');
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/../site-secret', '/..%2fsite-secret', '/link.txt', '/link/', '/link/index.html',
        '/leads-out/', '/zero', '/loop', '/%00', '/%', '/none', '//etc/passwd', '/index.html/more', `/${'a'.repeat(5000)}`])
        assert.equal(await status(path), 404, path);
    const other = await serve(inside, port);
    assert.notEqual(other.port, port);
    assert.equal(await status('/', other.port), 200);
    other.close();
});

test('what is no file is not found, and the next request is answered', async t => {
    mkdirSync(join(inside, 'empty'));
    mkdirSync(join(inside, 'pipe-inside'));
    for (const name of ['pipe', 'pipe.html', 'pipe-inside/index.html']) execFileSync('mkfifo', [join(inside, name)]);
    symlinkSync('pipe', join(inside, 'link-to-pipe'));
    socket = createServer().listen(join(inside, 'socket'));
    await new Promise(resolve => socket.once('listening', resolve));
    const paths = ['/pipe', '/pipe.html', '/pipe?a=1', '/pipe-inside/', '/pipe-inside/index.html', '/link-to-pipe', '/socket', '/empty/'];
    try {
        execFileSync('mknod', [join(inside, 'device'), 'c', '1', '5'], { stdio: 'ignore' });
        paths.push('/device');
    } catch {
        t.diagnostic('no device could be made');
    }
    for (const path of paths) {
        assert.equal(await status(path), 404, path);
        assert.equal(await status('/'), 200, `after ${path}`);
    }
    const writer = spawn('sh', ['-c', 'exec sleep 60 >"$0"', join(inside, 'pipe')]); // a pipe that is written to, but nothing comes
    assert.equal(await status('/pipe'), 404);
    assert.equal(await status('/'), 200);
    writer.kill();
    const head = await new Promise(resolve => request({ host: '127.0.0.1', port, path: '/pipe', method: 'HEAD', agent: false }, resolve).end());
    assert.equal(head.statusCode, 404);
    const sent = await new Promise(resolve => request({ host: '127.0.0.1', port, path: '/', method: 'POST', agent: false }, resolve).end());
    assert.equal(sent.statusCode, 405);
});

test('bytes that the browser has are not sent again', async () => {
    const first = await fetch(`http://127.0.0.1:${port}/index.html`);
    const etag = first.headers.get('etag');
    const again = await fetch(`http://127.0.0.1:${port}/index.html`, { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
    writeFileSync(join(inside, 'index.html'), 'changed');
    const changed = await fetch(`http://127.0.0.1:${port}/index.html`, { headers: { 'if-none-match': etag } });
    assert.deepEqual([changed.status, await changed.text()], [200, 'changed']);
    writeFileSync(join(inside, 'index.html'), 'page');
});
