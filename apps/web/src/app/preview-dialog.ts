/** The dialog of a preview with the rights of others; its code is fetched when it is first opened. */
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";

export const PreviewDialog = lazyPartWithTexts(
  () => import("#user-group/PreviewDialog.tsx"),
  (part) => part.PreviewDialog,
);
