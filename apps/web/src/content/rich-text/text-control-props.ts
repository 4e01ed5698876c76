/** What every control of the toolbar is given. */
import type { Editor } from "@tiptap/core";

export interface TextControlProps {
  readonly editor: Editor;
}
