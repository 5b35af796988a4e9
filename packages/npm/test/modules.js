// The package with each of its modules. `rest`: it has the calls that the module of the index alone leaves out.
import { readFileSync } from 'node:fs';
import { Quadtree } from '../dist/index.js';

async function fetched(name) {
    const { Quadtree, init } = await import(`../dist/core.js?${name}`);
    await init(readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));
    return Quadtree;
}

export const modules = [
    { name: 'quadrille', Quadtree, rest: true },
    { name: 'quadrille-plain', Quadtree: await fetched('quadrille-plain'), rest: true },
    { name: 'quadrille-index', Quadtree: await fetched('quadrille-index'), rest: false },
];
