#!/bin/sh
# Builds the lane checks as WebAssembly and runs them under node.
#   wasm.sh ROOT 128|no    with the 128-bit vector instructions, or with none
# Debian: clang, lld, wasi-libc, libclang-rt-dev-wasm32, nodejs. Skipped (status 77) where one of them is missing.
set -eu
root=$1 simd=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags='-msimd128' expected=wasm
if [ "$simd" = no ]; then
    flags= expected=plain
fi
printf 'int main(void) { return 0; }\n' >"$work/empty.c"
for tool in clang node; do
    command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
if ! clang --target=wasm32-wasi "$work/empty.c" -o "$work/empty.wasm" 2>"$work/why"; then
    echo "skipped: clang cannot build WebAssembly here (Debian: lld, wasi-libc, libclang-rt-dev-wasm32)"
    exit 77
fi
# shellcheck disable=SC2086 # no flag at all is a flag too
clang --target=wasm32-wasi -std=c11 -O2 $flags -ffp-contract=off -I"$root/include" -I"$root/libs/base" -I"$root/src/geometry" -I"$root/src/simd" \
    "$root"/tests/lanes/*.c "$root/src/simd/simd.c" "$root/src/geometry/lattice.c" \
    "$root/src/geometry/distance.c" -o "$work/lanes.wasm"
node --no-warnings "$root/tools/wasi.mjs" "$work/lanes.wasm" $expected
