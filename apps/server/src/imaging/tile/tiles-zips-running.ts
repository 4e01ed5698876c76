import { AppError } from "@parfocal/core/errors.ts";

/** Maximum number of parallel downloads in a process: viewing slides has priority. */
export const TILES_ZIPS_AT_ONCE = 2;

/** Sites and people with a running download. */
const running = new Set<string>();

/** @param whose site and person. @returns a function that releases the slot. @throws AppError `tooManyRequests` */
export function beginTilesZip(whose: string): () => void {
  if (running.has(whose) || running.size >= TILES_ZIPS_AT_ONCE)
    throw new AppError("tooManyRequests", "Another download of tiles is running. Wait until it has ended.", {
      codes: ["tilesZipBusy"],
    });
  running.add(whose);
  return () => running.delete(whose);
}
