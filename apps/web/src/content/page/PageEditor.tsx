/** Everything of a static page that can be changed. */
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/course/course.contract.ts";
import type { Page } from "@parfocal/core/page/page.contract.ts";
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
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { RichText } from "#rich-text/RichText.tsx";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import { CallFailure } from "#session/CallFailure.tsx";
import { LimitedLine } from "./LimitedFields.tsx";
import { usePage, usePageActions } from "./page.api.ts";

export function PageEditor(props: ItemEditorProps) {
  const { data, error, refetch } = usePage(props.id, props.parentId);
  if (data) return <PageForm {...props} page={data} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <EditorSkeleton />;
}

function PageForm({ id, steps, page }: ItemEditorProps & { readonly page: Page }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { update } = usePageActions();
  const { title, subtitle, content, tags, thumbnailMediaId } = page;
  const draft = useDraft({
    name: `page-${id}`,
    saved: { title, subtitle, content, tags, thumbnailMediaId },
    async send(changes, { title, subtitle, content }) {
      await update(id, { ...changes, seen: { title, subtitle, content } });
      showSuccess(t("page.updated"));
    },
  });
  const { values, change } = draft;
  const isTitleMissing = values.title.trim() === "";
  return (
    <EditorFrame
      kind="page"
      title={title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={!isTitleMissing}
      compared={[
        { name: "title", label: t("page.fieldTitle"), show: (shown) => shown.title },
        { name: "subtitle", label: t("page.fieldSubtitle"), show: (shown) => shown.subtitle },
        { name: "content", label: t("page.fieldContent"), show: (shown) => <RichText text={shown.content} /> },
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
      <RichTextField
        label={t("page.fieldContent")}
        value={values.content}
        minRows={12}
        onChange={(next) => change({ content: next })}
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
        type="page"
        onChange={(next) => change({ tags: [...next] })}
      />
      <FieldValues itemId={id} kind="page" />
      <BoxesEditor id={id} kind="page" />
    </EditorFrame>
  );
}
