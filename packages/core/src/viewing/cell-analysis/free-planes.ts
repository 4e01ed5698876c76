/**
 * Gives the memory of planes back at once. They are dozens of megabytes, small objects to the collector: it lets twice of what
 * is in use pile up before it looks (bench/README.md).
 */

/** @param planes nobody reads them any more; of those that share their memory one is enough, and several do no harm. */
export function freePlanes(...planes: readonly (ArrayBufferView | null)[]): void {
  for (const plane of planes) {
    if (plane === null || !(plane.buffer instanceof ArrayBuffer) || plane.buffer.detached) continue;
    // Others may have the rest.
    if (plane.byteLength === plane.buffer.byteLength) plane.buffer.transfer(0);
  }
}
