/** The course editor with its access section. */
import { CourseEditor } from "#course/CourseEditor.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { AccessSection } from "#user-group/AccessSection.tsx";

export function CourseEditorHere(props: ItemEditorProps) {
  return <CourseEditor {...props} AccessSection={AccessSection} />;
}
