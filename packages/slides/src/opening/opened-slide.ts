/** What opening a file yields. */

import type { SlideSource } from "../slide-source.ts";
import type { SlideDirectory } from "../tiff/slide-directory.ts";
import type { ConvertibleFile } from "./convertible-file.ts";

/** An opened slide; `directory` is what was parsed, as plain values that may be kept as JSON, where the format has that. */
export type OpenedSlide = SlideSource & {
  readonly directory?: SlideDirectory;
  /** Reads and checks all that `readTile` would read only when asked; part of a probe. @throws SlideFileError */
  checkIndex?(signal?: AbortSignal): Promise<void>;
};

export function isConvertible(opened: OpenedSlide | ConvertibleFile): opened is ConvertibleFile {
  return "kind" in opened && opened.kind === "convertible";
}
