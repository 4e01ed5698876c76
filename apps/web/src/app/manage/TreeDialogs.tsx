/** The dialogs of tree actions: one at a time. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { hasTags } from "@parfocal/core/tag/tagged-kinds.ts";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { PickedKind, PickerItem } from "#picker/picker-item.ts";
import type { TreeRow } from "#tree/tree-rows.ts";
import { childrenOf, type TreeState } from "#tree/tree-state.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { PreviewDialog } from "../preview-dialog.ts";
import { AddCourseHere } from "./AddFolderHere.tsx";
import { ADD_DIALOGS } from "./add-dialogs.ts";
import { MoveToDialog } from "./MoveToDialog.tsx";

const AssignGroupsDialog = lazyPartWithTexts(
  () => import("#user-group/AssignGroupsDialog.tsx"),
  (part) => part.AssignGroupsDialog,
);

const PickerDialog = lazyPartWithTexts(
  () => import("#picker/PickerDialog.tsx"),
  (part) => part.PickerDialog,
);

const TagsDialog = lazyPartWithTexts(
  () => import("#tag/TagsDialog.tsx"),
  (part) => part.TagsDialog,
);

export type TreeDialog =
  | { readonly type: "add"; readonly kind: ItemKind; readonly parentId: number }
  | { readonly type: "pick"; readonly kind: PickedKind; readonly parentId: number }
  | { readonly type: "addCourse" }
  | { readonly type: "assign" | "preview"; readonly row: TreeRow }
  | { readonly type: "tags"; readonly rows: readonly TreeRow[] }
  | { readonly type: "moveTo"; readonly rows: readonly TreeRow[] }
  | { readonly type: "deleteCourse"; readonly row: TreeRow };

interface TreeDialogsProps {
  readonly dialog: TreeDialog | null;
  readonly tree: TreeState;
  readonly onAdded: (id: number, parentId: number | null) => void;
  readonly onPaste: (items: readonly PickerItem[], parentId: number) => void;
  readonly onMove: (rows: readonly TreeRow[], parentId: number) => void;
  readonly onDeleteCourse: (row: TreeRow) => void;
  readonly onClose: () => void;
}

export function TreeDialogs({ dialog, tree, onAdded, onPaste, onMove, onDeleteCourse, onClose }: TreeDialogsProps) {
  const { t } = useTranslation();
  if (dialog?.type === "addCourse") return <AddCourseHere onAdded={(id) => onAdded(id, null)} onClose={onClose} />;
  if (dialog?.type === "moveTo")
    return (
      <MoveToDialog
        tree={tree}
        rows={dialog.rows}
        onChoose={(parentId) => onMove(dialog.rows, parentId)}
        onClose={onClose}
      />
    );
  if (dialog?.type === "tags") {
    const tagged = dialog.rows.filter(({ kind }) => hasTags(kind));
    return (
      <Suspense fallback={null}>
        <TagsDialog
          itemIds={[...new Set(tagged.map(({ id }) => id))]}
          withoutCount={dialog.rows.length - tagged.length}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  if (dialog?.type === "deleteCourse")
    return <DeleteCourseDialog row={dialog.row} onDelete={() => onDeleteCourse(dialog.row)} onClose={onClose} />;
  if (dialog?.type === "assign")
    return (
      <Suspense fallback={null}>
        <AssignGroupsDialog resourceId={dialog.row.id} title={dialog.row.title} onClose={onClose} />
      </Suspense>
    );
  if (dialog?.type === "preview")
    return (
      <Suspense fallback={null}>
        <PreviewDialog itemId={dialog.row.id} title={dialog.row.title} onClose={onClose} />
      </Suspense>
    );
  if (dialog?.type === "pick") {
    const { kind, parentId } = dialog;
    return (
      <Suspense fallback={null}>
        <PickerDialog
          title={t(`picker.title_${kind}`)}
          kinds={[kind]}
          isTaken={({ id }) => childrenOf(tree, parentId).some((child) => child.id === id)}
          onPick={(items) => onPaste(items, parentId)}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  if (dialog?.type !== "add") return null;
  const Dialog = ADD_DIALOGS[dialog.kind];
  const parentKind = tree.nodes.get(dialog.parentId)?.type;
  if (!Dialog || !parentKind) return null;
  return (
    <Suspense fallback={null}>
      <Dialog
        parentId={dialog.parentId}
        parentKind={parentKind}
        onAdded={(id) => onAdded(id, dialog.parentId)}
        onClose={onClose}
      />
    </Suspense>
  );
}

interface DeleteCourseDialogProps {
  readonly row: TreeRow;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

function DeleteCourseDialog({ row, onDelete, onClose }: DeleteCourseDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("tree.courseAskTitle")}
      closeButtonProps={{ "aria-label": t("tree.close") }}
    >
      <Stack>
        <Text>{t("tree.courseAskText", { title: row.title })}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("tree.cancel")}
          </Button>
          <Button color="red" onClick={onDelete}>
            {t("tree.courseAskButton")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
