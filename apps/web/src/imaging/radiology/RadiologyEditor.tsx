/** Editor of a radiology item, including which of its series learners can see. */
import {
  RADIOLOGY_TEXT_MAX_CHARACTERS,
  type Radiology,
  type RadiologySeries,
} from "@parfocal/core/radiology/radiology.contract.ts";
import { useTranslation } from "react-i18next";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { LimitedText } from "#editor/LimitedFields.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { ItemEditorFrame } from "#item-editor/ItemEditorFrame.tsx";
import { LoadedItem } from "#item-editor/LoadedItem.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import type { SeriesChange } from "./changed-series.ts";
import { RadiologyState } from "./RadiologyState.tsx";
import { useRadiology, useRadiologySeries, useUpdateRadiology } from "./radiology.api.ts";
import { SeriesField } from "./SeriesField.tsx";

export function RadiologyEditor(props: ItemEditorProps) {
  const query = useRadiology(props.id, props.parentId);
  return (
    <LoadedItem query={query}>{(radiology) => <RadiologyWithSeries {...props} radiology={radiology} />}</LoadedItem>
  );
}

function RadiologyWithSeries(props: ItemEditorProps & { readonly radiology: Radiology }) {
  const query = useRadiologySeries(props.radiology);
  return <LoadedItem query={query}>{({ series }) => <RadiologyForm {...props} series={series} />}</LoadedItem>;
}

interface RadiologyFormProps extends ItemEditorProps {
  readonly radiology: Radiology;
  readonly series: readonly RadiologySeries[];
}

function RadiologyForm({ id, steps, radiology, series }: RadiologyFormProps) {
  const { t } = useTranslation();
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
  return (
    <ItemEditorFrame
      kind="radiology"
      id={id}
      steps={steps}
      draft={draft}
      notice={state !== "ready" && <RadiologyState radiology={radiology} />}
      automaticThumbnail={series.find(({ thumbnail }) => thumbnail !== null)?.thumbnail ?? null}
      thumbnailHint={t("radiology.thumbnailHint")}
      compared={[{ name: "summary", label: t("radiology.summary"), show: (shown) => shown.summary }]}
    >
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
    </ItemEditorFrame>
  );
}
