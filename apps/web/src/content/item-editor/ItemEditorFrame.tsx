/**
 * Editor of an item with title, subtitle, thumbnail, tags, custom fields and content boxes, with the fields of its type
 * in between.
 */

import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BoxesEditor } from "#box/BoxesEditor.tsx";
import { FieldValues } from "#custom-field/FieldValues.tsx";
import { type ComparedField, EditorFrame } from "#editor/EditorFrame.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { LimitedLine } from "#editor/LimitedFields.tsx";
import { TagsField } from "#editor/TagsField.tsx";
import { ThumbnailField } from "#editor/ThumbnailField.tsx";
import type { Draft } from "#editor/useDraft.ts";
import { pathTo } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";

/** Fields shared by all types that use this frame. */
interface SharedValues {
  readonly title: string;
  readonly subtitle: string;
  readonly tags: readonly string[];
  readonly thumbnailMediaId: number | null;
}

interface SharedDraft {
  readonly values: SharedValues;
  readonly change: (changes: {
    title?: string;
    subtitle?: string;
    tags?: string[];
    thumbnailMediaId?: number | null;
  }) => void;
}

interface ItemEditorFrameProps<Values extends SharedValues> extends Pick<ItemEditorProps, "id" | "steps"> {
  readonly kind: ItemKind;
  readonly draft: Draft<Values> & SharedDraft;
  /** Whether the fields of this type are valid. */
  readonly areOwnFieldsValid?: boolean;
  /** Texts of this type that are shown side by side if someone else has changed them too. */
  readonly compared: readonly ComparedField<Values>[];
  /** Shown above the title. */
  readonly notice?: ReactNode;
  /** Path of the item's default thumbnail while none is selected; null: there is none. */
  readonly automaticThumbnail?: string | null;
  readonly thumbnailHint?: string;
  /** The fields of this type. */
  readonly children: ReactNode;
}

export function ItemEditorFrame<Values extends SharedValues>(props: ItemEditorFrameProps<Values>) {
  const { id, kind, steps, draft, areOwnFieldsValid = true, compared, notice, automaticThumbnail = null } = props;
  const { t } = useTranslation();
  const { site } = useSession();
  const { values, change }: SharedDraft = draft;
  const isTitleMissing = values.title.trim() === "";
  return (
    <EditorFrame
      kind={kind}
      title={draft.saved.title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={!isTitleMissing && areOwnFieldsValid}
      compared={[
        { name: "title", label: t("editor.fieldTitle"), show: (shown) => shown.title },
        { name: "subtitle", label: t("editor.fieldSubtitle"), show: (shown) => shown.subtitle },
        ...compared,
      ]}
    >
      {notice}
      <LimitedLine
        label={t("editor.fieldTitle")}
        value={values.title}
        maxCharacters={TITLE_MAX_CHARACTERS}
        onChange={(title) => change({ title })}
        error={isTitleMissing && t("editor.titleMissing")}
        isRequired
      />
      <LimitedLine
        label={t("editor.fieldSubtitle")}
        value={values.subtitle}
        maxCharacters={TITLE_MAX_CHARACTERS}
        onChange={(subtitle) => change({ subtitle })}
      />
      {props.children}
      <ThumbnailField
        label={t("editor.thumbnail")}
        value={values.thumbnailMediaId}
        automatic={automaticThumbnail}
        hint={props.thumbnailHint ?? t("editor.thumbnailHint")}
        onChange={(thumbnailMediaId) => change({ thumbnailMediaId })}
      />
      <TagsField label={t("editor.tags")} value={values.tags} type={kind} onChange={(tags) => change({ tags })} />
      <FieldValues itemId={id} kind={kind} />
      <BoxesEditor id={id} kind={kind} />
    </EditorFrame>
  );
}
