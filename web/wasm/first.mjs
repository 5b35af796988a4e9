// Runs the first pictures of the page and of the article, and writes down which functions of the module took part, as
// wasm-split reads it (tools/web): these the browser gets first. The clock stands still, so that each build notes the same.
//   node first.mjs PROFILED.wasm PROFILE
import { readFileSync, writeFileSync } from 'node:fs';
import { Play, nothing } from '../src/module.js';
import { readLink } from '../src/state.js';

const WIDTH = 900;
const HEIGHT = 600;
const TICKS = 10;
const FIGURES = 2; // of the article, which are on the first screen

const { exports } = await WebAssembly.instantiate(new WebAssembly.Module(readFileSync(process.argv[2])),
    { page: { clock: () => 0 }, wasi_snapshot_preview1: nothing });
exports._initialize();
const play = new Play(exports);
const lists = play.lists();
const place = (list, name) => lists[list].findIndex(entry => entry.name === name);

/** A scene from its start, as show.js opens it, drawn both ways. */
function run(link) {
    const { state } = readLink(link, lists);
    play.open({
        ...state, scene: place('scenes', state.scene), method: place('methods', state.method), beside: -1, count: state.count ?? 0,
        size: state.size ?? -1, speed: state.speed ?? -1, open: false, width: WIDTH, height: HEIGHT,
    });
    lists.overlays.forEach(({ name }, i) => play.call('set_overlay', i, state.show.split(',').includes(name)));
    play.call('choose_tool', place('tools', state.tool));
    play.call('pause', state.paused);
    play.call('resize', WIDTH, HEIGHT);
    play.call('fit');
    for (let tick = 0; tick < TICKS; tick++) {
        if (!state.paused) play.tick();
        play.look(0);
        for (let side = 0; side < play.sides; side++) {
            play.view(side);
            play.isDense(side);
            play.shapes(side);
        }
        play.pixels(WIDTH, HEIGHT);
        play.status();
    }
}

const { colors } = play.palette();
play.useColors(colors, colors.subarray(0, 4));
run('');
play.useColors(null);
const article = readFileSync(new URL('../learn/index.html', import.meta.url), 'utf8');
const states = [...article.matchAll(/data-state="([^"]*)"/g)].map(([, state]) => state.replaceAll('&amp;', '&'));
states.slice(0, FIGURES).forEach(run);

const size = exports.__write_profile(0, 0);
const at = exports.memory.buffer.byteLength;
exports.memory.grow(Math.ceil(size / 65536));
exports.__write_profile(at, size);
writeFileSync(process.argv[3], new Uint8Array(exports.memory.buffer, at, size));
