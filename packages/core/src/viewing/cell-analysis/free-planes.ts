/**
 * Releases the memory of planes immediately. They have dozens of megabytes but look small to the garbage collector,
 * which otherwise lets twice the memory accumulate (bench/README.md).
 */

/** @param planes no longer used; of planes that share memory one is sufficient, and several are harmless. */
export function freePlanes(...planes: readonly (ArrayBufferView | null)[]): void {
  for (const plane of planes) {
    if (plane === null || !(plane.buffer instanceof ArrayBuffer) || plane.buffer.detached) continue;
    // The rest of the buffer may be in use.
    if (plane.byteLength === plane.buffer.byteLength) plane.buffer.transfer(0);
  }
}
