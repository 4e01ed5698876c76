/** The folder editor with its access section. */

import type { ItemEditorProps } from "#editor/editor-props.ts";
import { FolderEditor } from "#folder/FolderEditor.tsx";
import { AccessSection } from "#user-group/AccessSection.tsx";

export function FolderEditorHere(props: ItemEditorProps) {
  return <FolderEditor {...props} AccessSection={AccessSection} />;
}
