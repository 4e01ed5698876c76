/** Bytes that can be read from any place; `FileBytes` is one, an entry of a stored zip another. */
export interface RandomAccessBytes {
  readonly size: number;
  /** @throws SlideFileError `truncated` if it ends before. */
  read(position: number, length: number): Promise<Buffer>;
  /** Fills `target` from `targetStart` with `length` bytes from `position`. */
  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void>;
}
