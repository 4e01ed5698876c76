import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { AddContentDialog } from "#item-editor/AddContentDialog.tsx";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import { usePageActions } from "./page.api.ts";

export function AddPageDialog({ parentId, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  const { create } = usePageActions();
  const [content, setContent] = useState("");
  return (
    <AddContentDialog
      heading={t("page.addTitle")}
      failedText={t("page.addFailed")}
      item={content}
      size="xl"
      onAdd={(title, key) => create({ title, content, parentId }, key)}
      onAdded={onAdded}
      onClose={onClose}
    >
      {() => <RichTextField label={t("page.fieldContent")} value={content} onChange={setContent} />}
    </AddContentDialog>
  );
}
