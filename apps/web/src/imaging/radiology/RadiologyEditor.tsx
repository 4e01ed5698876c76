/** Everything of a radiology item that can be changed, and which of its series learners see. */
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/course/course.contract.ts";
import {
  RADIOLOGY_TEXT_MAX_CHARACTERS,
  type Radiology,
  type RadiologySeries,
} from "@parfocal/core/radiology/radiology.contract.ts";
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
import type { SeriesChange } from "./changed-series.ts";
import { RadiologyState } from "./RadiologyState.tsx";
import { useRadiology, useRadiologySeries, useUpdateRadiology } from "./radiology.api.ts";
import { SeriesField } from "./SeriesField.tsx";

export function RadiologyEditor(props: ItemEditorProps) {
  const { data, error, refetch } = useRadiology(props.id, props.parentId);
  if (data) return <RadiologyWithSeries {...props} radiology={data} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <EditorSkeleton />;
}

function RadiologyWithSeries(props: ItemEditorProps & { readonly radiology: Radiology }) {
  const { data, error, refetch } = useRadiologySeries(props.radiology);
  if (data) return <RadiologyForm {...props} series={data.series} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <EditorSkeleton />;
}

interface RadiologyFormProps extends ItemEditorProps {
  readonly radiology: Radiology;
  readonly series: readonly RadiologySeries[];
}

function RadiologyForm({ id, steps, radiology, series }: RadiologyFormProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const update = useUpdateRadiology();
  const { title, subtitle, summary, tags, thumbnailMediaId, state } = radiology;
  const changedSeries: SeriesChange[] = [];
  const draft = useDraft({
    name: `radiology-${id}`,
    saved: { title, subtitle, summary, tags, thumbnailMediaId, series: changedSeries },
    async send(changes, { title, subtitle, summary }) {
      await update(id, { ...changes, seen: { title, subtitle, summary } });
      showSuccess(t("radiology.updated"));
    },
  });
  const { values, change } = draft;
  const isTitleMissing = values.title.trim() === "";
  return (
    <EditorFrame
      kind="radiology"
      title={title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={!isTitleMissing}
      compared={[
        { name: "title", label: t("page.fieldTitle"), show: (shown) => shown.title },
        { name: "subtitle", label: t("page.fieldSubtitle"), show: (shown) => shown.subtitle },
        { name: "summary", label: t("radiology.summary"), show: (shown) => shown.summary },
      ]}
    >
      {state !== "ready" && <RadiologyState radiology={radiology} />}
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
      <LimitedText
        label={t("radiology.summary")}
        value={values.summary}
        maxCharacters={RADIOLOGY_TEXT_MAX_CHARACTERS}
        onChange={(next) => change({ summary: next })}
      />
      {series.length > 0 && (
        <SeriesField
          series={series}
          changes={values.series}
          ignoredCount={radiology.ignoredCount ?? 0}
          onChange={(next) => change({ series: next })}
        />
      )}
      <ThumbnailField
        label={t("page.fieldThumbnail")}
        value={values.thumbnailMediaId}
        automatic={series.find(({ thumbnail }) => thumbnail !== null)?.thumbnail ?? null}
        hint={t("radiology.thumbnailHint")}
        onChange={(next) => change({ thumbnailMediaId: next })}
      />
      <TagsField
        label={t("page.tags")}
        value={values.tags}
        type="radiology"
        onChange={(next) => change({ tags: [...next] })}
      />
      <FieldValues itemId={id} kind="radiology" />
      <BoxesEditor id={id} kind="radiology" />
    </EditorFrame>
  );
}
