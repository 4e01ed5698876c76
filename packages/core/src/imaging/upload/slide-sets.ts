/**
 * Slides that consist of several files: how their parts are found among others, by names.
 *
 * Sources: openslide.org/formats (MIRAX, Hamamatsu); Bio-Formats, "CellSens VSI"; MSDN, "Deep Zoom File Format Overview";
 * Zoomify image folders as its converter writes them; IIIF Image API 3.0, section 4 (addresses of a level 0 service).
 */

/** A file and the folder beside it that holds the rest. */
interface CompanionKind {
  readonly ending: string;
  /** @param base name of the file without its ending. */
  readonly folderOf: (base: string) => string;
}

export const COMPANION_KINDS: Readonly<Record<string, CompanionKind>> = {
  mirax: { ending: "mrxs", folderOf: (base) => base },
  vsi: { ending: "vsi", folderOf: (base) => `_${base}_` },
  deepZoom: { ending: "dzi", folderOf: (base) => `${base}_files` },
  deepZoomXml: { ending: "xml", folderOf: (base) => `${base}_files` },
};

/** A text file that names the others, which lie beside it. */
export const LISTING_ENDINGS: ReadonlySet<string> = new Set(["vms", "vmu", "ndpis"]);

/** A folder of fixed shape: everything in and below it belongs together. */
interface FolderKind {
  /** A file that stands at its top. */
  readonly marker: string;
  /** At least one path below it must match. */
  readonly member: RegExp;
}

export const FOLDER_KINDS: Readonly<Record<string, FolderKind>> = {
  zoomify: { marker: "ImageProperties.xml", member: /^TileGroup\d+\/\d+-\d+-\d+\.\w+$/ },
  iiif: {
    marker: "info.json",
    member: /^(full|square|\d+,\d+,\d+,\d+|pct:[^/]+)\/[^/]+\/[^/]+\/(default|native|color|gray|bitonal)\.\w+$/,
  },
};

/** Names of files that a listing speaks of: whatever stands behind `=`. @param text of the listing. */
export function namesInListing(text: string): string[] {
  return [...text.matchAll(/^[^\r\n=]+=[ \t]*([^\r\n]+?)[ \t]*$/gm)].map((match) => match[1] as string);
}
