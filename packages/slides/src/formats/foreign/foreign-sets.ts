/**
 * Multi-file slides that another program reads: recognized by file names.
 *
 * Source: OpenSlide, "MIRAX format" and "Hamamatsu format"; Bio-Formats, "CellSens VSI".
 */

import { damagedArchive } from "../../archive/archive-errors.ts";
import type { EntryStore, StoredEntry } from "../../archive/entry-store.ts";
import type { ArchiveKind } from "../../opening/archive-kind.ts";
import type { ForeignSlide } from "../../opening/convertible-file.ts";
import type { OpenFile } from "../../opening/file-kind.ts";
import { SlideFileError } from "../../slide-source.ts";
import { unreadableAnywhere } from "./foreign-formats.ts";

const SLIDEDAT = "slidedat.ini";
/** The same limit as in OpenSlide. */
const MAX_LISTING_BYTES = 1 << 20;
/** Keys with file names as values: OpenSlide opens any file named there. */
const NAMING_KEY = /^\s*(FILE_\d+|INDEXFILE|ImageFile\b.*|MapFile|MacroImage|OptimisationFile)\s*$/i;

export const MIRAX_SET: ArchiveKind = {
  name: "MIRAX",
  recognises: (store) => store.listEndingWith([SLIDEDAT]).length > 0,
  open: async (store) => {
    const listing = onlyOne(store.listEndingWith([SLIDEDAT]));
    const folder = listing.path.slice(0, -SLIDEDAT.length - 1);
    const entry = folder === "" ? undefined : store.find(`${folder}.mrxs`);
    if (entry === undefined) {
      throw new SlideFileError(
        "unsupported",
        "This is the data folder of a MIRAX slide without its .mrxs file. Add both together, e.g. in one zip.",
      );
    }
    await checkListing(store, listing);
    // The program's file names are case-sensitive.
    if (entry.path.slice(0, -".mrxs".length) !== folder || !entry.path.endsWith(".mrxs")) throw anotherName();
    return foreign("MIRAX", entry);
  },
};

export const HAMAMATSU_SET: ArchiveKind = {
  name: "Hamamatsu VMS or VMU",
  recognises: (store) => store.listEndingWith([".vms", ".vmu"]).length > 0,
  open: async (store) => {
    const listing = onlyOne(store.listEndingWith([".vms", ".vmu"]));
    await checkListing(store, listing);
    return foreign(listing.path.toLowerCase().endsWith(".vmu") ? "Hamamatsu VMU" : "Hamamatsu VMS", listing);
  },
};

export const VSI_SET: ArchiveKind = {
  name: "Olympus VSI",
  recognises: (store) => store.listEndingWith([".vsi"]).length > 0 && store.listEndingWith([".ets"]).length > 0,
  open: () => Promise.reject(unreadableAnywhere("Olympus VSI")),
};

/** A list of a set's files that was uploaded without them. */
export const openLoneListing: OpenFile = () =>
  Promise.reject(
    new SlideFileError(
      "unsupported",
      "This is only the index of a Hamamatsu slide. Zip it together with the files it refers to, and add the zip.",
    ),
  );

/** A single file that another program reads. */
export function openForeign(formatName: string): OpenFile {
  return async () => ({ kind: "convertible", by: "foreign", formatName });
}

function foreign(formatName: string, { path }: StoredEntry): ForeignSlide {
  return { kind: "convertible", by: "foreign", formatName, entry: path };
}

function onlyOne(entries: readonly StoredEntry[]): StoredEntry {
  const [only, another] = entries;
  if (only === undefined || another !== undefined) {
    throw new SlideFileError("unsupported", "This archive contains several slides. Add each slide separately.");
  }
  return only;
}

/**
 * A list can contain any path on the server: only files beside it may be read.
 *
 * @throws SlideFileError `damaged` if it contains a path outside of its folder.
 */
async function checkListing(store: EntryStore, listing: StoredEntry): Promise<void> {
  const text = (await store.readFully(listing, MAX_LISTING_BYTES)).toString("latin1");
  for (const line of text.split(/[\r\n]+/)) {
    const equals = line.indexOf("=");
    if (equals < 0 || !NAMING_KEY.test(line.slice(0, equals))) continue;
    const name = line.slice(equals + 1).trim();
    if (/[/\0]/.test(name) || name === "..") throw damagedArchive("it refers to a file that is missing");
  }
}

const anotherName = () => damagedArchive("the .mrxs file and its folder have different names");
