/** Bytes that can be read at any position, such as `FileBytes` or an entry of a stored zip. */
export interface RandomAccessBytes {
  readonly size: number;
  /** @throws SlideFileError `truncated` if the bytes end too early. */
  read(position: number, length: number): Promise<Buffer>;
  /** Fills `target` from `targetStart` with `length` bytes from `position`. */
  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void>;
}
