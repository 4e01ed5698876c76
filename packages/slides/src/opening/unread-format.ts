import { SlideFileError } from "../slide-source.ts";

/** For a known but unsupported format: reported by name, so that it is not mistaken for a simpler one. */
export function unreadFormat(name: string): SlideFileError {
  return new SlideFileError("unsupported", `Parfocal cannot read this file format yet (${name}).`);
}
