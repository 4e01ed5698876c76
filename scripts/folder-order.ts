/** Dependency order of the folders of a package: each may import those before it, including types. */
import type { SourceFile } from "./source-files.ts";

/**
 * By the package's source folder, lowest layer first. A name is a folder, or a file outside of folders.
 * Tests, and modules in `testing`, may import all of them.
 */
export const FOLDER_ORDERS: Readonly<Record<string, readonly string[]>> = {
  "packages/slides/src": [
    "file-texts.ts",
    "slide-source.ts",
    "sandbox",
    "bytes",
    "codec",
    // Containers; `dicom` also contains the slides in its files.
    "tiff",
    "archive",
    "xml",
    "opening",
    "picture",
    "dicom",
    "pyramid",
    // Formats.
    "formats/plain-image",
    "formats/planes",
    "formats/mosaic",
    "formats/svs",
    "formats/ndpi",
    "formats/ome",
    "formats/leica",
    "formats/philips",
    "formats/ventana",
    "formats/tile-set",
    "formats/foreign",
    // The registries of all formats, and the functions that open a file with them.
    "open",
    "open-slide-file.ts",
    "probe",
    "scan-facts",
    "tile-cache",
    "region",
    "thumbnail-of.ts",
    "convert",
    "convert-slide-file.ts",
    "deidentify",
    "radiology",
  ],
  "packages/viewer/src": [
    "slide-description.ts",
    "number-format.ts",
    "viewer-labels.ts",
    "panel.ts",
    "long-press.ts",
    "timed-pan.ts",
    "world",
    "tiles",
    "channels",
    "magnification",
    "rotation",
    "fit",
    "slide-map.ts",
    "view-state",
    "events",
    "slide-work",
    "colour",
    "viewer-part.ts",
    "fullscreen",
    "overview",
    "planes",
    "slide-stage.ts",
    "scale-bar",
    "annotation",
    "keyboard",
    "slide-viewer.ts",
    // Tools added to a viewer later.
    "capture",
    "grid",
    "measuring",
    "counting",
    "cell-analysis",
    "stain",
    "sync",
    "dev",
  ],
};

const NOT_ORDERED = /\.test\.tsx?$|\/testing\//;

interface Place {
  readonly root: string;
  /** Its name in the order. */
  readonly name: string;
  /** -1: not in the order yet. */
  readonly index: number;
}

/** null: the order does not apply to this file. */
function placeOf(path: string): Place | null {
  if (NOT_ORDERED.test(path) || !/\.tsx?$/.test(path)) return null;
  const root = Object.keys(FOLDER_ORDERS).find((folder) => path.startsWith(`${folder}/`));
  const order = root === undefined ? undefined : FOLDER_ORDERS[root];
  if (root === undefined || order === undefined) return null;
  const below = path.slice(root.length + 1);
  const index = order.findIndex((name) => below === name || below.startsWith(`${name}/`));
  return { root, name: order[index] ?? (below.includes("/") ? below.slice(0, below.lastIndexOf("/")) : below), index };
}

/** Imports that violate the order, and names missing in the order, as messages that begin with the file. */
export function findClimbs(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = placeOf(file.path);
    if (from === null) return [];
    if (from.index === -1) return [`${file.path}: ${from.name} has no place in the order of scripts/folder-order.ts`];
    return file.imports.flatMap((imported) => {
      const to = placeOf(imported);
      if (to === null || to.root !== from.root || to.index <= from.index) return [];
      return [`${file.path} imports ${imported}: ${to.name} lies above ${from.name} (scripts/folder-order.ts)`];
    });
  });
}
