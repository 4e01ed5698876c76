import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { AddContentDialog } from "#item-editor/AddContentDialog.tsx";
import { EmbedUrlField, useIsEmbeddable } from "./EmbedUrlField.tsx";
import { useEmbedActions } from "./embed.api.ts";

export function AddEmbedDialog({ parentId, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  const { create } = useEmbedActions();
  const [url, setUrl] = useState("");
  return (
    <AddContentDialog
      heading={t("embed.addTitle")}
      failedText={t("embed.addFailed")}
      item={url}
      isValid={useIsEmbeddable(url)}
      onAdd={(title, key) => create({ title, url: url.trim(), parentId }, key)}
      onAdded={onAdded}
      onClose={onClose}
    >
      {({ wasSubmitted }) => <EmbedUrlField value={url} onChange={setUrl} wasSubmitted={wasSubmitted} />}
    </AddContentDialog>
  );
}
