/** The dialog of a preview with other rights; its code is loaded when it is first opened. */
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";

export const PreviewDialog = lazyPartWithTexts(
  () => import("#user-group/PreviewDialog.tsx"),
  (part) => part.PreviewDialog,
);
