/** Result of opening a file. */

import type { SlideSource } from "../slide-source.ts";
import type { SlideDirectory } from "../tiff/slide-directory.ts";
import type { ConvertibleFile } from "./convertible-file.ts";

/**
 * An opened slide. `directory` is the parsed directory as plain values that can be stored as JSON; absent if the format
 * has none.
 */
export type OpenedSlide = SlideSource & {
  readonly directory?: SlideDirectory;
  /**
   * Reads and checks everything that `readTile` otherwise reads only on request; part of a probe. @throws
   * SlideFileError
   */
  checkIndex?(signal?: AbortSignal): Promise<void>;
};

export function isConvertible(opened: OpenedSlide | ConvertibleFile): opened is ConvertibleFile {
  return "kind" in opened && opened.kind === "convertible";
}
