/**
 * A file opened for positional reads, with the bounds of every read checked; on this machine, or elsewhere.
 *
 * Uses the callback form of `fs.read` on purpose: it is the cheapest that does not block (docs: bench/open-slide.ts),
 * and a numeric descriptor costs far less memory than a FileHandle.
 */
import { close, fstat, open, read } from "node:fs";
import { SlideFileError } from "../slide-source.ts";
import { incompleteFile } from "./incomplete-file.ts";
import type { RandomAccessBytes } from "./random-access-bytes.ts";

/** Where the bytes of a file that is not on this machine come from. */
export interface DistantBytes {
  readonly size: number;
  /** Fills `target` from `targetStart` with `length` bytes from `position`; only asked for what there is. */
  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void>;
}

export class FileBytes implements RandomAccessBytes {
  readonly size: number;
  readonly #opened: OpenedFile | DistantFile;
  /** Where in the opened file this begins. */
  readonly #start: number;

  private constructor(opened: OpenedFile | DistantFile, start: number, size: number) {
    this.#opened = opened;
    this.#start = start;
    this.size = size;
  }

  /** @throws the system's error if the file cannot be opened; SlideFileError if it is not a plain file. */
  static open(path: string): Promise<FileBytes> {
    return new Promise((resolve, reject) => {
      open(path, "r", (openError, descriptor) => {
        if (openError) return reject(openError);
        fstat(descriptor, (statError, stat) => {
          if (!statError && stat.isFile()) return resolve(new FileBytes(new OpenedFile(descriptor), 0, stat.size));
          close(descriptor, () =>
            reject(statError ?? new SlideFileError("notASlide", "This is a folder or device, not a file.")),
          );
        });
      });
    });
  }

  static of(distant: DistantBytes): FileBytes {
    return new FileBytes(new DistantFile(distant), 0, distant.size);
  }

  /**
   * A part of the file as a file: an entry stored uncompressed in an archive. Closing one closes the other.
   *
   * @throws SlideFileError `truncated` if the file ends before.
   */
  section(start: number, size: number): FileBytes {
    if (!this.#holds(start, size)) throw incompleteFile();
    return new FileBytes(this.#opened, this.#start + start, size);
  }

  /**
   * Fills `target` from `targetStart` with `length` bytes from `position` in the file.
   *
   * @throws SlideFileError `truncated` if the file ends before.
   */
  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void> {
    if (!this.#holds(position, length)) return Promise.reject(incompleteFile());
    return this.#opened.readInto(target, targetStart, length, this.#start + position);
  }

  /** @throws SlideFileError `truncated` if the file ends before. */
  async read(position: number, length: number): Promise<Buffer> {
    if (!this.#holds(position, length)) throw incompleteFile();
    const bytes = Buffer.allocUnsafeSlow(length);
    await this.readInto(bytes, 0, length, position);
    return bytes;
  }

  /**
   * Does some work of several reads, during which the file stays open: it is closed only after.
   *
   * @throws if the file is closed, or about to be.
   */
  use<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#opened.use(work);
  }

  /**
   * Waits for what is under way: a descriptor closed under a read may already belong to another file,
   * and the read would answer with that file's bytes. Closing twice is harmless.
   */
  close(): Promise<void> {
    return this.#opened.close();
  }

  #holds(position: number, length: number): boolean {
    return position >= 0 && length >= 0 && position + length <= this.size;
  }
}

/** A file descriptor, closed only when no read is pending. */
class OpenedFile {
  readonly #descriptor: number;
  #users = 0;
  #isClosing = false;
  #whenIdle: (() => void) | null = null;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void> {
    if (this.#isClosing && this.#users === 0) return Promise.reject(closedAlready());
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
          if (count === 0) return settle(() => reject(incompleteFile()));
          readRest(done + count);
        });
      };
      readRest(0);
    });
  }

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw closedAlready();
    this.#users += 1;
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

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

/** Nothing is held open: what is under way when it is closed comes to its end. */
class DistantFile {
  readonly #bytes: DistantBytes;
  #isClosed = false;

  constructor(bytes: DistantBytes) {
    this.#bytes = bytes;
  }

  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void> {
    return this.#bytes.readInto(target, targetStart, length, position);
  }

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw closedAlready();
    return work();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}

function closedAlready(): Error {
  return new Error("The slide file was closed.");
}
