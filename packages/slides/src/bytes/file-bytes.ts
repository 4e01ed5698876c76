/**
 * A local or remote file opened for positional reads, with bounds checks for every read.
 *
 * Uses the callback form of `fs.read` on purpose: it is the cheapest that does not block (docs: bench/open-slide.ts),
 * and a numeric descriptor costs far less memory than a FileHandle.
 */
import { close, fstat, open, read } from "node:fs";
import { SlideFileError } from "../slide-source.ts";
import { incompleteFile } from "./incomplete-file.ts";
import type { RandomAccessBytes } from "./random-access-bytes.ts";

/** Source of the bytes of a file that is not on this machine. */
export interface DistantBytes {
  readonly size: number;
  /** Fills `target` from `targetStart` with `length` bytes from `position`; called only for existing ranges. */
  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void>;
}

export class FileBytes implements RandomAccessBytes {
  readonly size: number;
  readonly #opened: OpenedFile | DistantFile;
  /** Offset of this section in the opened file. */
  readonly #start: number;

  private constructor(opened: OpenedFile | DistantFile, start: number, size: number) {
    this.#opened = opened;
    this.#start = start;
    this.size = size;
  }

  /** @throws the system's error if the file cannot be opened; SlideFileError if it is not a regular file. */
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
   * A part of the file as a file of its own: an entry stored uncompressed in an archive. Closing one closes the other.
   *
   * @throws SlideFileError `truncated` if the file ends too early.
   */
  section(start: number, size: number): FileBytes {
    if (!this.#holds(start, size)) throw incompleteFile();
    return new FileBytes(this.#opened, this.#start + start, size);
  }

  /**
   * Fills `target` from `targetStart` with `length` bytes from `position` in the file.
   *
   * @throws SlideFileError `truncated` if the file ends too early.
   */
  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void> {
    if (!this.#holds(position, length)) return Promise.reject(incompleteFile());
    return this.#opened.readInto(target, targetStart, length, this.#start + position);
  }

  /** @throws SlideFileError `truncated` if the file ends too early. */
  async read(position: number, length: number): Promise<Buffer> {
    if (!this.#holds(position, length)) throw incompleteFile();
    const bytes = Buffer.allocUnsafeSlow(length);
    await this.readInto(bytes, 0, length, position);
    return bytes;
  }

  /**
   * Runs work that consists of several reads, and keeps the file open until it is finished.
   *
   * @throws if the file is closed or closing.
   */
  use<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#opened.use(work);
  }

  /**
   * Waits for pending reads: a descriptor closed during a read may already belong to another file, and the read would
   * return that file's bytes. Closing twice is harmless.
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

/** Holds no resource open: reads that are pending when it is closed are completed. */
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
