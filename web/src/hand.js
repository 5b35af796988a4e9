// What a page says and does by the hand that it meets: a mouse or a finger, and whether pictures may move by themselves.

export const finger = matchMedia('(pointer: coarse)');
export const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Words for a mouse and keys, and those for fingers, in this order. */
const words = [
    [/^keys? .*/, ''],
    [/, keys? [^;]*/, ''],
    [/^hold the left button or .*/, 'hold a finger there for more'],
    [/\ba click\b/, 'a tap'],
    [/^the mouse (shows|leads)/, 'a finger $1'],
    [/^arrows steer/, 'the arrow buttons steer'],
];

/** The help of a scene for fingers: a scene that is steered has buttons, and no other one has keys. */
export function forFingers(help, isSteered) {
    let text = isSteered ? help.replace('action (Enter)', 'the round button') : help.replace(/; action \(Enter\)[^;]*/, '');
    for (const [from, to] of words) text = text.replace(from, to);
    return text;
}
