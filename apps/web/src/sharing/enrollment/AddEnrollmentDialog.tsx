import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { AddContentDialog } from "#item-editor/AddContentDialog.tsx";
import { useEnrollmentActions } from "./enrollment.api.ts";
import { GroupField } from "./GroupField.tsx";

/** The questions are entered in the editor, which opens afterwards. */
export function AddEnrollmentDialog({ parentId, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  const { create } = useEnrollmentActions();
  const [groupId, setGroupId] = useState<number | null>(null);
  return (
    <AddContentDialog
      heading={t("enrollment.addTitle")}
      failedText={t("enrollment.addFailed")}
      item={String(groupId)}
      isValid={groupId !== null}
      onAdd={(title, key) => create({ title, userGroupId: groupId ?? 0, parentId }, key)}
      onAdded={onAdded}
      onClose={onClose}
    >
      {({ wasSubmitted }) => (
        <GroupField
          groupId={groupId}
          error={wasSubmitted && groupId === null && t("enrollment.groupMissing")}
          onChange={setGroupId}
        />
      )}
    </AddContentDialog>
  );
}
