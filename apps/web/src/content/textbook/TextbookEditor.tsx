/** Everything of a textbook that can be changed. */
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/course/course.contract.ts";
import { TEXTBOOK_TEXT_MAX_CHARACTERS, type Textbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { useTranslation } from "react-i18next";
import { BoxesEditor } from "#box/BoxesEditor.tsx";
import { FieldValues } from "#custom-field/FieldValues.tsx";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import { EditorSkeleton } from "#editor/EditorState.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { TagsField } from "#editor/TagsField.tsx";
import { ThumbnailField } from "#editor/ThumbnailField.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { pathTo } from "#item/place-path.ts";
import { LimitedLine, LimitedText } from "#page/LimitedFields.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { CallFailure } from "#session/CallFailure.tsx";
import { DocumentField } from "./DocumentField.tsx";
import { useReplaceDocument, useTextbook, useTextbookActions } from "./textbook.api.ts";

export function TextbookEditor(props: ItemEditorProps) {
  const { data, error, refetch } = useTextbook(props.id, props.parentId);
  if (data) return <TextbookForm {...props} textbook={data} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <EditorSkeleton />;
}

function TextbookForm({ id, steps, textbook }: ItemEditorProps & { readonly textbook: Textbook }) {
  const { t } = useTranslation();
  const { site } = useSession();
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
  const isTitleMissing = values.title.trim() === "";
  return (
    <EditorFrame
      kind="textbook"
      title={title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={!isTitleMissing}
      compared={[
        { name: "title", label: t("page.fieldTitle"), show: (shown) => shown.title },
        { name: "subtitle", label: t("page.fieldSubtitle"), show: (shown) => shown.subtitle },
        { name: "summary", label: t("textbook.summary"), show: (shown) => shown.summary },
        { name: "diagnosis", label: t("textbook.diagnosis"), show: (shown) => shown.diagnosis },
      ]}
    >
      <LimitedLine
        label={t("page.fieldTitle")}
        value={values.title}
        maxCharacters={TITLE_MAX_CHARACTERS}
        onChange={(next) => change({ title: next })}
        error={isTitleMissing && t("page.titleMissing")}
        isRequired
      />
      <LimitedLine
        label={t("page.fieldSubtitle")}
        value={values.subtitle}
        maxCharacters={TITLE_MAX_CHARACTERS}
        onChange={(next) => change({ subtitle: next })}
      />
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
      <ThumbnailField
        label={t("page.fieldThumbnail")}
        value={values.thumbnailMediaId}
        automatic={null}
        hint={t("page.thumbnailHint")}
        onChange={(next) => change({ thumbnailMediaId: next })}
      />
      <TagsField
        label={t("page.tags")}
        value={values.tags}
        type="textbook"
        onChange={(next) => change({ tags: [...next] })}
      />
      <FieldValues itemId={id} kind="textbook" />
      <BoxesEditor id={id} kind="textbook" />
    </EditorFrame>
  );
}
