// Serves a folder to this machine alone: node web/serve.mjs [FOLDER] [PORT]. Takes the next free port, sends nothing from
// outside of the folder and nothing but files, and packs what a browser takes packed.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const types = {
    '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.txt': 'text/plain; charset=utf-8',
    '.png': 'image/png', '.webp': 'image/webp',
};

/** Where a path really leads to, which has to be in the folder: links that lead out are not followed. */
function inside(root, path) {
    const real = realpathSync(path);
    if (real !== root && !real.startsWith(root + sep)) throw new Error('outside');
    return real;
}

/** The bytes of a file, and of nothing else: a pipe waits for who writes to it, and a device may have no end. */
function bytesOf(path) {
    if (!statSync(path).isFile()) throw new Error('no file');
    // Where a pipe or a link takes its place meanwhile, opening neither waits nor follows. Windows has neither flag.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
        if (!fstatSync(file).isFile()) throw new Error('no file');
        return readFileSync(file);
    } finally {
        closeSync(file);
    }
}

/** The file that a request is for; a folder without a slash behind it, to which links of its page would not be relative; or null. */
function fileOf(root, url) {
    try {
        const { pathname } = new URL(url, 'http://localhost');
        const place = inside(root, join(root, decodeURIComponent(pathname)));
        const isFolder = statSync(place).isDirectory();
        if (isFolder && !pathname.endsWith('/')) return { folder: `./${pathname.split('/').at(-1)}/` };
        const path = isFolder ? inside(root, join(place, 'index.html')) : place;
        return { bytes: bytesOf(path), type: types[extname(path)] };
    } catch {
        return null;
    }
}

/** Starts a server; resolves with { port, close }. */
export async function serve(folder, first = 8000) {
    const root = realpathSync(folder);
    const server = createServer((request, response) => {
        const reading = request.method === 'GET' || request.method === 'HEAD';
        const file = reading ? fileOf(root, request.url) : null;
        if (file?.folder) {
            response.writeHead(308, { location: file.folder });
            response.end();
            return;
        }
        if (!file) {
            response.writeHead(reading ? 404 : 405, { 'content-type': 'text/plain; charset=utf-8' });
            response.end(reading ? 'There is no such file.\n' : 'Only GET is answered.\n');
            return;
        }
        const etag = `"${createHash('sha256').update(file.bytes).digest('base64url')}"`;
        if (request.headers['if-none-match'] === etag) { // the browser has these bytes
            response.writeHead(304, { etag, 'cache-control': 'no-cache' });
            response.end();
            return;
        }
        const packed = (request.headers['accept-encoding'] ?? '').includes('gzip');
        const bytes = packed ? gzipSync(file.bytes, { level: 9 }) : file.bytes;
        response.writeHead(200, {
            'content-type': file.type ?? 'application/octet-stream',
            'content-length': bytes.length,
            'cache-control': 'no-cache',
            etag,
            // With these two a browser's clock has finer steps than 0.1 ms.
            'cross-origin-opener-policy': 'same-origin',
            'cross-origin-embedder-policy': 'require-corp',
            ...(packed ? { 'content-encoding': 'gzip' } : {}),
        });
        response.end(request.method === 'HEAD' ? undefined : bytes);
    });
    for (let port = first; ; port++) {
        const free = await new Promise((resolve, reject) => {
            server.once('error', error => (error.code === 'EADDRINUSE' && port < 65535 ? resolve(false) : reject(error)));
            server.listen(port, '127.0.0.1', () => resolve(true));
        });
        server.removeAllListeners('error');
        if (free) return { port, close: () => server.close() };
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { port } = await serve(process.argv[2] ?? 'out/web', Number(process.argv[3] ?? 8000));
    console.log(`http://127.0.0.1:${port}/  (Ctrl-C ends it)`);
}
