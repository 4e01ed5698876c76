import { SlideFileError } from "../slide-source.ts";

/** A file that ends before the pixels that it announces. */
export function incompleteFile(): SlideFileError {
  return new SlideFileError("truncated", "This file is incomplete: it ends before the image does.");
}
