/** The editor of a folder, with who may see it. */
import { FolderEditor } from "#folder/FolderEditor.tsx";
import { AccessSection } from "#user-group/AccessSection.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";

export function FolderEditorHere(props: ItemEditorProps) {
  return <FolderEditor {...props} AccessSection={AccessSection} />;
}
