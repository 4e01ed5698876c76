/** Everything of an embed that can be changed, and how it looks. */
import { Switch } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/course/course.contract.ts";
import { EMBED_DESCRIPTION_MAX_CHARACTERS, type Embed } from "@parfocal/core/embed/embed.contract.ts";
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
import { EmbedUrlField, useIsEmbeddable } from "./EmbedUrlField.tsx";
import { useEmbed, useEmbedActions } from "./embed.api.ts";

export function EmbedEditor(props: ItemEditorProps) {
  const { data, error, refetch } = useEmbed(props.id, props.parentId);
  if (data) return <EmbedForm {...props} embed={data} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <EditorSkeleton />;
}

function EmbedForm({ id, steps, embed }: ItemEditorProps & { readonly embed: Embed }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { update } = useEmbedActions();
  const { title, subtitle, url, description, isFullSizeEnabled, tags, thumbnailMediaId } = embed;
  const draft = useDraft({
    name: `embed-${id}`,
    saved: { title, subtitle, url, description, isFullSizeEnabled, tags, thumbnailMediaId },
    async send(changes, { title, subtitle, url, description }) {
      await update(id, { ...changes, seen: { title, subtitle, url, description } });
      showSuccess(t("embed.updated"));
    },
  });
  const { values, change } = draft;
  const isTitleMissing = values.title.trim() === "";
  // An address that was saved stays, also where its host is not allowed any more.
  const isUrlRight = useIsEmbeddable(values.url) || values.url === url;
  return (
    <EditorFrame
      kind="embed"
      title={title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={!isTitleMissing && isUrlRight}
      compared={[
        { name: "title", label: t("page.fieldTitle"), show: (shown) => shown.title },
        { name: "subtitle", label: t("page.fieldSubtitle"), show: (shown) => shown.subtitle },
        { name: "url", label: t("embed.fieldUrl"), show: (shown) => shown.url },
        { name: "description", label: t("embed.fieldDescription"), show: (shown) => shown.description },
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
      <EmbedUrlField value={values.url} onChange={(next) => change({ url: next.trim() })} wasSubmitted />
      <LimitedText
        label={t("embed.fieldDescription")}
        value={values.description}
        maxCharacters={EMBED_DESCRIPTION_MAX_CHARACTERS}
        onChange={(next) => change({ description: next })}
      />
      <Switch
        label={t("embed.fieldFullSize")}
        description={t("embed.fullSizeHint")}
        checked={values.isFullSizeEnabled}
        onChange={(event) => change({ isFullSizeEnabled: event.currentTarget.checked })}
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
        type="embed"
        onChange={(next) => change({ tags: [...next] })}
      />
      <FieldValues itemId={id} kind="embed" />
      <BoxesEditor id={id} kind="embed" />
    </EditorFrame>
  );
}
