/** Props of every control of the toolbar. */
import type { Editor } from "@tiptap/core";

export interface TextControlProps {
  readonly editor: Editor;
}
