/** What opening a file yields, and what those who open are given. */
import type { ConvertibleFile } from "./convertible-file.ts";
import type { FileKind } from "./file-kind.ts";
import type { SlideSource } from "./slide-source.ts";
import type { FileBytes } from "./tiff/file-bytes.ts";
import type { PieceCache } from "./tiff/piece-cache.ts";
import type { SlideDirectory } from "./tiff/slide-directory.ts";

/** An opened slide; `directory` is what was parsed, as plain values that may be kept as JSON, where the format has that. */
export type OpenedSlide = SlideSource & {
  readonly directory?: SlideDirectory;
  /** Reads and checks all that `readTile` would read only when asked; part of a probe. @throws SlideFileError */
  checkIndex?(signal?: AbortSignal): Promise<void>;
};

/** A file that is being looked at. Whoever makes a slide of it takes `file` over: closing the slide closes it. */
export interface FileToOpen {
  readonly path: string;
  readonly file: FileBytes;
  readonly pieces: PieceCache;
  readonly signal: AbortSignal | undefined;
  /** For sets of files: what there is to be found in them. */
  readonly fileKinds: readonly FileKind[];
}

export type OpenFile = (opening: FileToOpen) => Promise<OpenedSlide | ConvertibleFile>;

export function isConvertible(opened: OpenedSlide | ConvertibleFile): opened is ConvertibleFile {
  return "kind" in opened && opened.kind === "convertible";
}
