// Sentences about a link or a browser that does not do: the page loads them when it needs them.
const SHOWN = 3, LONG = 40; // a link may have any length

/** What a link says wrongly, in a sentence; '' for a good one. */
export function sayRefused(refused) {
    if (!refused.length) return '';
    const shown = refused.slice(0, SHOWN).map(text => (text.length > LONG ? `${text.slice(0, LONG)} …` : text)).join(', ');
    return `The link says ${shown}${refused.length > SHOWN ? ` and ${refused.length - SHOWN} more` : ''}, which the page does not take.`;
}

/** What the page needs, after the browser's complaint. */
export const sayNeeded = why => `${why}. It needs WebAssembly with vectors (SIMD): Chrome 91, Firefox 89, Safari 16.4 or newer`;
