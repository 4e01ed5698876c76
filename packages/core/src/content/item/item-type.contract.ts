/** Item kind in a path parameter: its name (`image`) or its entity type (`sz-image`). */
import { z } from "zod";
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "./item-kinds.ts";

const KIND_OF_TYPE: ReadonlyMap<string, ItemKind> = new Map(
  ITEM_KIND_NAMES.flatMap((kind) => {
    const { entityType } = ITEM_KINDS[kind];
    return entityType === null ? [[kind, kind] as const] : [[kind, kind] as const, [entityType, kind] as const];
  }),
);

export const itemType = z.enum([...KIND_OF_TYPE.keys()]).transform((type) => KIND_OF_TYPE.get(type) as ItemKind);
