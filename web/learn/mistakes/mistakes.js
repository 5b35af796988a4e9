// All mistakes of the page, in its order, and what a run of one says.
import { losing } from './losing.js';
import { working } from './working.js';

export const mistakes = [...losing, ...working];

/** Rows of work are not judged, where a tree and brute force may differ. */
function isRight({ found, wanted, most, judged = true }) {
    if (!judged) return undefined;
    return most ? found <= wanted : found === wanted;
}

/** Runs a mistake with its fault or its cure, and compares it with brute force. */
export function run(mistake, isCured, value) {
    const result = mistake.run(isCured ? mistake.cure : mistake.fault, value);
    const rows = result.rows.map(row => ({ ...row, right: isRight(row) }));
    return { ...result, rows, right: rows.every(row => row.right !== false) && result.wrong.size === 0 };
}

/** The source of the methods that the fault replaces: what the figure shows is what runs. */
export function sourceOf(mistake, isCured) {
    const { prototype } = isCured ? mistake.cure : mistake.fault;
    return mistake.shows.map(name => unindented(prototype[name].toString())).join('\n\n');
}

function unindented(text) {
    const lines = text.split('\n');
    const indent = lines.at(-1).match(/^ */)[0].length;
    return lines.map((line, i) => (i ? line.slice(Math.min(indent, line.search(/\S|$/))) : line)).join('\n');
}
