// What the page shows, as plain values, and the same in the address: a link holds everything unusual.

/** As it is where a link says nothing. null: the scene's own. */
export const usual = Object.freeze({
    scene: 'drift',
    count: null,
    size: null,
    speed: null,
    levels: null, // all
    seed: 1,
    method: 'quadtree',
    beside: '',
    capacity: 0,
    depth: 0,
    edges: 'closed',
    verify: false,
    show: 'cells',
    tree: false,
    tool: 'scene',
    paused: false,
    pace: 1,
    view: '',
    draw: 'auto',
});

const MOST = 4e6; // items: more than a page has memory for

const number = (least, most, whole = true) => text => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) return undefined;
    if (value < least || value > most) return undefined;
    return whole ? Math.round(value) : value;
};
const oneOf = list => text => (list.includes(text) ? text : undefined);
const flag = text => (text === '1' ? true : text === '0' ? false : undefined);

/** Readers of each value; undefined: that is none, and the usual one stands. */
function readers(lists) {
    const names = list => list.map(entry => entry.name);
    return {
        scene: oneOf(names(lists.scenes)),
        count: number(1, 1e15), // a scene has its own limits
        size: number(0, 1e30, false),
        speed: number(0, 1e30, false),
        levels: number(0, 24),
        seed: number(0, Number.MAX_SAFE_INTEGER),
        method: oneOf(names(lists.methods)),
        beside: oneOf(['', ...names(lists.methods)]),
        capacity: number(0, 4096),
        depth: number(0, 24),
        edges: oneOf(['closed', 'open']),
        verify: flag,
        show: text => (text === '' || text.split(',').every(name => names(lists.overlays).includes(name)) ? text : undefined),
        tree: flag,
        tool: oneOf(names(lists.tools)),
        paused: flag,
        draw: oneOf(['auto', 'webgl', 'pixels']), // read once, when the page is loaded
        pace: number(0.01, 16, false),
        view: text => {
            const parts = text.split(',').map(part => (part.trim() === '' ? NaN : Number(part)));
            return parts.length === 3 && parts.every(Number.isFinite) && parts[2] > 0 ? text : undefined;
        },
    };
}

/** The state that an address (its part after #) stands for. What it says wrongly is as usual, and named in `refused`. */
export function readLink(hash, lists) {
    const state = { ...usual };
    const refused = [];
    const known = readers(lists);
    for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
        const value = Object.hasOwn(known, name) ? known[name](text) : undefined;
        if (value === undefined) refused.push(`${name}=${text}`);
        else state[name] = value;
    }
    const scene = lists.scenes.find(entry => entry.name === state.scene);
    if (state.count !== null) {
        const count = Math.min(scene.most, MOST, Math.max(scene.least, state.count));
        if (count !== state.count) refused.push(`count=${state.count}`);
        state.count = count;
    }
    return { state, refused };
}

/** The part after # of a link to a state; '' for the usual one. */
export function writeLink(state) {
    const words = new URLSearchParams();
    for (const [name, value] of Object.entries(state)) {
        if (!Object.hasOwn(usual, name) || value === null || value === usual[name]) continue;
        words.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
    }
    const text = words.toString().replaceAll('%2C', ',');
    return text ? `#${text}` : '';
}
