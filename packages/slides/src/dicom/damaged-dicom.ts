import { SlideFileError } from "../slide-source.ts";

/** @param what completes "This file is damaged: …", without a full stop. */
export function damagedDicom(what: string): SlideFileError {
  return new SlideFileError("damaged", `This file is damaged: ${what}.`);
}
