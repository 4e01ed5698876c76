import { SlideFileError } from "../slide-source.ts";

/** For a file that ends before the pixels that it declares. */
export function incompleteFile(): SlideFileError {
  return new SlideFileError("truncated", "This file is incomplete: it ends before the image does.");
}
