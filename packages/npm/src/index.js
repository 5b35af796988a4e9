// The package with its WebAssembly inlined: nothing to fetch, and trees can be created at once.
import bytes from './inline.js';
import { inlined } from './core.js';
export { Quadtree, QuadtreeError, init } from './core.js';

inlined(() => Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0)));
