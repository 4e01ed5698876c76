/** The content boxes below the content of a page; loaded after it, because most pages have none. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { Suspense } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import styles from "./PageBoxes.module.css";

const Boxes = lazyPartWithTexts(
  () => import("./ContentBoxes.tsx"),
  (part) => part.ContentBoxes,
);

/** Renders nothing while it is unknown whether there are any. */
export function PageBoxes({ id, kind }: { readonly id: number; readonly kind: ItemKind }) {
  return (
    <div className={styles.boxes}>
      <Suspense fallback={null}>
        <Boxes id={id} kind={kind} isQuiet />
      </Suspense>
    </div>
  );
}
