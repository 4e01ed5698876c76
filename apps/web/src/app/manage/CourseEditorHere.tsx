/** The editor of a course, with who may see it. */
import { CourseEditor } from "#course/CourseEditor.tsx";
import { AccessSection } from "#user-group/AccessSection.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";

export function CourseEditorHere(props: ItemEditorProps) {
  return <CourseEditor {...props} AccessSection={AccessSection} />;
}
