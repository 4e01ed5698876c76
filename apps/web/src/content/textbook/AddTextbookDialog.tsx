import { TEXTBOOK_TEXT_MAX_CHARACTERS } from "@parfocal/core/textbook/textbook.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { LimitedText } from "#editor/LimitedFields.tsx";
import { AddContentDialog } from "#item-editor/AddContentDialog.tsx";
import { DocumentField } from "./DocumentField.tsx";
import { useTextbookActions } from "./textbook.api.ts";

export function AddTextbookDialog({ parentId, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  const { create } = useTextbookActions();
  const [summary, setSummary] = useState("");
  const [file, setFile] = useState<File | null>(null);
  return (
    <AddContentDialog
      heading={t("textbook.addTitle")}
      failedText={t("textbook.addFailed")}
      item={JSON.stringify([summary, file?.name, file?.size, file?.lastModified])}
      onAdd={(title, key) => create({ title, summary, parentId, file }, key)}
      onAdded={onAdded}
      onClose={onClose}
    >
      {() => (
        <>
          <LimitedText
            label={t("textbook.summary")}
            value={summary}
            maxCharacters={TEXTBOOK_TEXT_MAX_CHARACTERS}
            onChange={setSummary}
          />
          <DocumentField filename={file?.name ?? ""} onChoose={setFile} />
        </>
      )}
    </AddContentDialog>
  );
}
