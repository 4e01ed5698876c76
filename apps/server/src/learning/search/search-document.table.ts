import type { Generated } from "kysely";

/** Written only by triggers; see `migrations/0016-search.ts`. */
export interface SearchDocumentTable {
  site_id: number;
  item_id: number;
  part: "item" | "field" | "box" | "boxHidden" | "case" | "content";
  part_id: Generated<number>;
  is_hidden: Generated<boolean>;
  title: Generated<string>;
  tags: Generated<string>;
  body: Generated<string>;
}

/** A word of a document or an annotation. */
export interface SearchWordTable {
  site_id: number;
  word: string;
  item_id: number;
  part: SearchDocumentTable["part"] | "annotation";
  part_id: number;
  is_hidden: boolean;
  weight: number;
}

export interface SearchTrigramTable {
  site_id: number;
  trigram: string;
  word: string;
}
