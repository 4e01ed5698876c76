/** Adds a case to a course or folder of the tree, with slides from it. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { AddCaseDialog } from "#case/AddCaseDialog.tsx";
import { useCourse } from "#course/course.api.ts";
import { useFolder } from "#folder/folder.api.ts";

interface AddCaseHereProps {
  readonly parentId: number;
  readonly parentKind: ItemKind;
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
}

export function AddCaseHere({ parentKind, ...dialog }: AddCaseHereProps) {
  return parentKind === "course" ? <InCourse {...dialog} /> : <InFolder {...dialog} />;
}

type HereProps = Omit<AddCaseHereProps, "parentKind">;

function InCourse(props: HereProps) {
  const { data } = useCourse(props.parentId);
  return data ? <AddCaseDialog {...props} items={data.items} /> : null;
}

function InFolder(props: HereProps) {
  const { data } = useFolder(props.parentId);
  return data ? <AddCaseDialog {...props} items={data.items} /> : null;
}
