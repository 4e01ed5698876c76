/** Case editor in the administration. On its own page, a case is arranged beside its slides. */
import type { Case } from "@parfocal/core/case/case.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { message } from "@parfocal/core/messages.ts";
import { useTranslation } from "react-i18next";
import { BoxesEditor } from "#box/BoxesEditor.tsx";
import { FieldValues } from "#custom-field/FieldValues.tsx";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import { EditorState } from "#editor/EditorState.tsx";
import { TagsField } from "#editor/TagsField.tsx";
import { ThumbnailField } from "#editor/ThumbnailField.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { pathTo } from "#item/place-path.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { AddSlides } from "./AddSlides.tsx";
import { ArrangeTexts } from "./ArrangeTexts.tsx";
import { type ArrangeDraft, caughtUp, slidesChangeOf, startArranging } from "./arrange-draft.ts";
import classes from "./CaseEditor.module.css";
import { type CaseChange, useCase, useSendCase } from "./case.api.ts";
import { CASE_TEXT_LABELS, CASE_TEXT_NAMES, showCaseText } from "./case-texts.tsx";
import { LayoutPicker } from "./LayoutPicker.tsx";
import { SortableSlides } from "./SortableSlides.tsx";

interface CaseEditorProps {
  readonly id: number;
  /** The parent through which it was opened; null: any. */
  readonly parentId: number | null;
  /** From the course down to the case. */
  readonly steps: readonly PathStep[];
}

export function CaseEditor({ id, parentId, steps }: CaseEditorProps) {
  const { data, isError, refetch } = useCase(id, parentId);
  if (!data) return <EditorState isError={isError} onRetry={() => void refetch()} />;
  return <CaseForm key={id} shown={data} parentId={parentId} steps={steps} />;
}

function valuesOf(shown: Case) {
  const { texts, layout, slides, seen } = startArranging(shown);
  return { ...texts, tags: shown.tags, thumbnailMediaId: shown.thumbnailMediaId, layout, arranged: { slides, seen } };
}
type CaseValues = ReturnType<typeof valuesOf>;

function arrangementOf(
  { arranged, layout, tags: _tags, thumbnailMediaId: _thumbnail, ...texts }: CaseValues,
  saved: CaseValues,
): ArrangeDraft {
  return { texts, seenTexts: texts, layout, ...caughtUp(arranged, saved.arranged.slides) };
}

/** Only the changed fields, with slides in the format of the request. */
function bodyOf({ arranged, ...others }: Partial<CaseValues>, saved: CaseValues): CaseChange {
  return { ...others, ...(arranged && slidesChangeOf(caughtUp(arranged, saved.arranged.slides))) };
}

interface CaseFormProps extends Omit<CaseEditorProps, "id"> {
  readonly shown: Case;
}

function CaseForm({ shown, parentId, steps }: CaseFormProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const send = useSendCase(shown.id);
  const saved = valuesOf(shown);
  const draft = useDraft<CaseValues>({
    name: `case-${shown.id}`,
    saved,
    async send(changes, { title, subtitle, description, diagnosis }) {
      await send({ ...bodyOf(changes, saved), seen: { title, subtitle, description, diagnosis } });
      showSuccess(message("case.updated"));
    },
  });
  const { values, change } = draft;
  const arrangement = arrangementOf(values, saved);
  const changeSlides = ({ slides, seen }: ArrangeDraft): void => void change({ arranged: { slides, seen } });
  return (
    <EditorFrame
      kind="case"
      title={shown.title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={values.title.trim() !== ""}
      compared={CASE_TEXT_NAMES.map((name) => ({
        name,
        label: t(CASE_TEXT_LABELS[name]),
        show: (shown: CaseValues) => showCaseText(name, shown),
      }))}
    >
      <ArrangeTexts texts={arrangement.texts} onChange={change} />
      <TagsField label={t("editor.tags")} type="case" value={values.tags} onChange={(tags) => change({ tags })} />
      <ThumbnailField
        label={t("editor.thumbnail")}
        hint={t("editor.thumbnailOfFirst")}
        value={values.thumbnailMediaId}
        automatic={shown.thumbnailMediaId === null ? shown.thumbnail : null}
        onChange={(thumbnailMediaId) => change({ thumbnailMediaId })}
      />
      <div className={classes.arrangement}>
        <LayoutPicker layout={values.layout} onLayout={(layout) => change({ layout })} />
        <SortableSlides draft={arrangement} onChange={changeSlides} viewerOf={null} />
        <AddSlides folderId={parentId} draft={arrangement} onChange={changeSlides} />
      </div>
      <FieldValues itemId={shown.id} kind="case" />
      <BoxesEditor id={shown.id} kind="case" />
    </EditorFrame>
  );
}
