/** The custom fields of an item on its page; loaded after its content, because most items have none. */
import { ITEM_KINDS, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { Suspense } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import styles from "./PageFields.module.css";

const Fields = lazyPartWithTexts(
  () => import("./ItemFields.tsx"),
  (part) => part.ItemFields,
);

/** Renders nothing for content types without custom fields, such as courses. */
export function PageFields({ id, kind }: { readonly id: number; readonly kind: ItemKind }) {
  if (ITEM_KINDS[kind].entityType === null) return null;
  return (
    <div className={styles.fields}>
      <Suspense fallback={null}>
        <Fields id={id} kind={kind} />
      </Suspense>
    </div>
  );
}
