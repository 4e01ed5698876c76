/** A type of slide that consists of many files; see the rows of `archive-kinds.ts`. */

import type { EntryStore } from "../archive/entry-store.ts";
import type { ConvertibleFile } from "./convertible-file.ts";
import type { OpenedSlide } from "./opened-slide.ts";

export interface ArchiveKind {
  readonly name: string;
  /** Decides by names and, if names are not sufficient, by reading the start of an entry. */
  readonly recognises: (store: EntryStore) => boolean | Promise<boolean>;
  /** Takes ownership of the store if it opens a slide: closing the slide closes the store. */
  readonly open: (store: EntryStore, signal?: AbortSignal) => Promise<OpenedSlide | ConvertibleFile>;
}
