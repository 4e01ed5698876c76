/** Editor of a textbook. */
import { TEXTBOOK_TEXT_MAX_CHARACTERS, type Textbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { useTranslation } from "react-i18next";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { LimitedText } from "#editor/LimitedFields.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { ItemEditorFrame } from "#item-editor/ItemEditorFrame.tsx";
import { LoadedItem } from "#item-editor/LoadedItem.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import { DocumentField } from "./DocumentField.tsx";
import { useReplaceDocument, useTextbook, useTextbookActions } from "./textbook.api.ts";

export function TextbookEditor(props: ItemEditorProps) {
  const query = useTextbook(props.id, props.parentId);
  return <LoadedItem query={query}>{(textbook) => <TextbookForm {...props} textbook={textbook} />}</LoadedItem>;
}

function TextbookForm({ id, steps, textbook }: ItemEditorProps & { readonly textbook: Textbook }) {
  const { t } = useTranslation();
  const { update } = useTextbookActions();
  const replace = useReplaceDocument(id);
  const { title, subtitle, summary, diagnosis, tags, thumbnailMediaId } = textbook;
  const draft = useDraft({
    name: `textbook-${id}`,
    saved: { title, subtitle, summary, diagnosis, tags, thumbnailMediaId },
    async send(changes, { title, subtitle, summary, diagnosis }) {
      await update(id, { ...changes, seen: { title, subtitle, summary, diagnosis } });
      showSuccess(t("textbook.updated"));
    },
  });
  const { values, change } = draft;
  return (
    <ItemEditorFrame
      kind="textbook"
      id={id}
      steps={steps}
      draft={draft}
      compared={[
        { name: "summary", label: t("textbook.summary"), show: (shown) => shown.summary },
        { name: "diagnosis", label: t("textbook.diagnosis"), show: (shown) => shown.diagnosis },
      ]}
    >
      <DocumentField
        filename={textbook.attachmentFilename}
        isBusy={replace.isPending}
        error={replace.error?.message}
        onChoose={(file) => replace.mutate(file)}
      />
      <LimitedText
        label={t("textbook.summary")}
        value={values.summary}
        maxCharacters={TEXTBOOK_TEXT_MAX_CHARACTERS}
        onChange={(next) => change({ summary: next })}
      />
      <LimitedText
        label={t("textbook.diagnosis")}
        value={values.diagnosis}
        maxCharacters={TEXTBOOK_TEXT_MAX_CHARACTERS}
        onChange={(next) => change({ diagnosis: next })}
      />
    </ItemEditorFrame>
  );
}
