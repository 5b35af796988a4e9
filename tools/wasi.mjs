// Runs a program of WebAssembly, linked with wasi-libc, under node:
//   node --no-warnings --single-threaded tools/wasi.mjs FILE ARGUMENT...
// With its threads node 20 crashes at the end of some.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
const [file, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [file, ...args], preopens: { '.': '.', '/': '/' }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(file));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exit(wasi.start(instance));
