/** Editor of an embedded page: its settings and appearance. */
import { Switch } from "@mantine/core";
import { EMBED_DESCRIPTION_MAX_CHARACTERS, type Embed } from "@parfocal/core/embed/embed.contract.ts";
import { useTranslation } from "react-i18next";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { LimitedText } from "#editor/LimitedFields.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { ItemEditorFrame } from "#item-editor/ItemEditorFrame.tsx";
import { LoadedItem } from "#item-editor/LoadedItem.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import { EmbedUrlField, useIsEmbeddable } from "./EmbedUrlField.tsx";
import { useEmbed, useEmbedActions } from "./embed.api.ts";

export function EmbedEditor(props: ItemEditorProps) {
  const query = useEmbed(props.id, props.parentId);
  return <LoadedItem query={query}>{(embed) => <EmbedForm {...props} embed={embed} />}</LoadedItem>;
}

function EmbedForm({ id, steps, embed }: ItemEditorProps & { readonly embed: Embed }) {
  const { t } = useTranslation();
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
  // A saved URL remains valid, even if its host is no longer allowed.
  const isUrlRight = useIsEmbeddable(values.url) || values.url === url;
  return (
    <ItemEditorFrame
      kind="embed"
      id={id}
      steps={steps}
      draft={draft}
      areOwnFieldsValid={isUrlRight}
      compared={[
        { name: "url", label: t("embed.fieldUrl"), show: (shown) => shown.url },
        { name: "description", label: t("embed.fieldDescription"), show: (shown) => shown.description },
      ]}
    >
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
    </ItemEditorFrame>
  );
}
