import { SlideFileError } from "../slide-source.ts";

/** For a format that is known and not read: told by name, so that it is not mistaken for something simpler. */
export function unreadFormat(name: string): SlideFileError {
  return new SlideFileError("unsupported", `Parfocal cannot read this file format yet (${name}).`);
}
