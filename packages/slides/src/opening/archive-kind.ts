/** A kind of slide that consists of many files; the rows of `archive-kinds.ts`. */

import type { EntryStore } from "../archive/entry-store.ts";
import type { ConvertibleFile } from "./convertible-file.ts";
import type { OpenedSlide } from "./opened-slide.ts";

export interface ArchiveKind {
  readonly name: string;
  /** Decides by names and, where names do not tell, by reading the start of an entry. */
  readonly recognises: (store: EntryStore) => boolean | Promise<boolean>;
  /** Takes the store over if it makes a slide of it: closing the slide closes the store. */
  readonly open: (store: EntryStore, signal?: AbortSignal) => Promise<OpenedSlide | ConvertibleFile>;
}
