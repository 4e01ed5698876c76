/** The content boxes below the content of a page; fetched after it, as most pages have none. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { Suspense } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import styles from "./PageBoxes.module.css";

const Boxes = lazyPartWithTexts(
  () => import("./ContentBoxes.tsx"),
  (part) => part.ContentBoxes,
);

/** Nothing while it is not known whether there are any. */
export function PageBoxes({ id, kind }: { readonly id: number; readonly kind: ItemKind }) {
  return (
    <div className={styles.boxes}>
      <Suspense fallback={null}>
        <Boxes id={id} kind={kind} isQuiet />
      </Suspense>
    </div>
  );
}
