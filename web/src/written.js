// How the C code writes what it gives: lines of text and records of bytes.

/** Bytes of a shape: drawn_shape in drawing.h. */
export const SHAPE_BYTES = 28;

/** Bytes of a node: tree_cell in apps/demo/cells.h. */
export const NODE_BYTES = 48;

/** Lines of fields. */
export function fields(lines) {
    return lines.split('\n').filter(Boolean).map(line => line.split('\t'));
}
