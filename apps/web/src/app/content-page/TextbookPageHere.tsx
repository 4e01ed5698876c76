/** The page of a textbook, with the slide viewer for the views of its marks. */
import { TextbookPage } from "#textbook/TextbookPage.tsx";
import { ViewChooserContext } from "#textbook-mark/view-chooser.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";

const ChooseViewDialog = lazyPartWithTexts(
  () => import("#image-editor/ChooseViewDialog.tsx"),
  (part) => part.ChooseViewDialog,
);

export function TextbookPageHere() {
  return (
    <ViewChooserContext value={ChooseViewDialog}>
      <TextbookPage />
    </ViewChooserContext>
  );
}
