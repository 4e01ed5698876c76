/**
 * Slides that consist of several files: finds their parts among other files by name.
 *
 * Sources: openslide.org/formats (MIRAX, Hamamatsu); Bio-Formats, "CellSens VSI"; MSDN, "Deep Zoom File Format
 * Overview"; Zoomify image folders as its converter writes them; IIIF Image API 3.0, section 4 (URLs of a level 0
 * service).
 */

/** A file and a folder beside it that contains the rest. */
interface CompanionKind {
  readonly ending: string;
  /** @param base file name without extension. */
  readonly folderOf: (base: string) => string;
}

export const COMPANION_KINDS: Readonly<Record<string, CompanionKind>> = {
  mirax: { ending: "mrxs", folderOf: (base) => base },
  vsi: { ending: "vsi", folderOf: (base) => `_${base}_` },
  deepZoom: { ending: "dzi", folderOf: (base) => `${base}_files` },
  deepZoomXml: { ending: "xml", folderOf: (base) => `${base}_files` },
};

/** Text files that list the other parts, which are in the same folder. */
export const LISTING_ENDINGS: ReadonlySet<string> = new Set(["vms", "vmu", "ndpis"]);

/** A folder with a fixed layout: all files in and below it belong together. */
interface FolderKind {
  /** Name of a file at its top level. */
  readonly marker: string;
  /** At least one path below the folder must match. */
  readonly member: RegExp;
}

export const FOLDER_KINDS: Readonly<Record<string, FolderKind>> = {
  zoomify: { marker: "ImageProperties.xml", member: /^TileGroup\d+\/\d+-\d+-\d+\.\w+$/ },
  iiif: {
    marker: "info.json",
    member: /^(full|square|\d+,\d+,\d+,\d+|pct:[^/]+)\/[^/]+\/[^/]+\/(default|native|color|gray|bitonal)\.\w+$/,
  },
};

/** File names that a listing contains: the values after `=`. @param text contents of the listing. */
export function namesInListing(text: string): string[] {
  return [...text.matchAll(/^[^\r\n=]+=[ \t]*([^\r\n]+?)[ \t]*$/gm)].map((match) => match[1] as string);
}
