/**
 * A file opened for positional reads, with the bounds of every read checked.
 *
 * The callback form of `fs.read` is used on purpose: it is the cheapest that blocks nobody
 * (docs: bench/open-slide.ts), and a numeric descriptor costs far less memory than a FileHandle.
 */
import { close, fstat, open, read } from "node:fs";
import type { RandomAccessBytes } from "../archive/entry-store.ts";
import { SlideFileError } from "../slide-source.ts";

export class FileBytes implements RandomAccessBytes {
  readonly size: number;
  readonly #descriptor: number;
  #users = 0;
  #isClosing = false;
  #whenIdle: (() => void) | null = null;

  private constructor(descriptor: number, size: number) {
    this.#descriptor = descriptor;
    this.size = size;
  }

  /** @throws the system's error if the file cannot be opened; SlideFileError if it is not a plain file. */
  static open(path: string): Promise<FileBytes> {
    return new Promise((resolve, reject) => {
      open(path, "r", (openError, descriptor) => {
        if (openError) return reject(openError);
        fstat(descriptor, (statError, stat) => {
          if (!statError && stat.isFile()) return resolve(new FileBytes(descriptor, stat.size));
          close(descriptor, () =>
            reject(statError ?? new SlideFileError("notASlide", "This is not a file but a folder or a device.")),
          );
        });
      });
    });
  }

  /**
   * Fills `target` from `targetStart` with `length` bytes that lie at `position` in the file.
   *
   * @throws SlideFileError `truncated` if the file ends before.
   */
  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void> {
    if (this.#isClosing && this.#users === 0) return Promise.reject(closedAlready());
    if (!(position >= 0 && length >= 0 && position + length <= this.size)) return Promise.reject(endsTooEarly());
    this.#users += 1;
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        this.#release();
        finish();
      };
      const readRest = (done: number) => {
        read(this.#descriptor, target, targetStart + done, length - done, position + done, (error, count) => {
          if (error) return settle(() => reject(error));
          if (done + count === length) return settle(resolve);
          if (count === 0) return settle(() => reject(endsTooEarly()));
          readRest(done + count);
        });
      };
      readRest(0);
    });
  }

  /** @throws SlideFileError `truncated` if the file ends before. */
  async read(position: number, length: number): Promise<Buffer> {
    if (!(position >= 0 && length >= 0 && position + length <= this.size)) throw endsTooEarly();
    const bytes = Buffer.allocUnsafeSlow(length);
    await this.readInto(bytes, 0, length, position);
    return bytes;
  }

  /**
   * Does some work of several reads, during which the file stays open: it is closed only after.
   *
   * @throws if the file is closed, or about to be.
   */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw closedAlready();
    this.#users += 1;
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /**
   * Waits for what is under way: a descriptor closed under a read may already belong to another file,
   * and the read would answer with that file's bytes. Closing twice is harmless.
   */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    if (this.#users > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    await new Promise<void>((resolve, reject) =>
      close(this.#descriptor, (error) => (error ? reject(error) : resolve())),
    );
  }

  #release(): void {
    this.#users -= 1;
    if (this.#users === 0) this.#whenIdle?.();
  }
}

function closedAlready(): Error {
  return new Error("The slide file was closed.");
}

function endsTooEarly(): SlideFileError {
  return new SlideFileError("truncated", "This file is incomplete: it ends before the picture does.");
}
