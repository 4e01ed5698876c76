/**
 * The values of a batch of slides while they are edited. Unsaved values survive a reload; only complete slides are
 * saved.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Draft, useDraft } from "#editor/useDraft.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { useLatest } from "#ui/useLatest.ts";
import { useSaveValues } from "../custom-field.api.ts";
import {
  type BatchField,
  type CellProblem,
  type CellValues,
  cellName,
  countProcessed,
  problemOf,
  savedCells,
  splitChanges,
} from "./batch-values.ts";

export interface BatchSlide {
  readonly id: number;
  readonly title: string;
  readonly subtitle: string;
  readonly thumbnail: string | null;
  readonly values: readonly { readonly fieldId: number; readonly value: string }[];
}

export interface BatchDraft {
  readonly draft: Draft<Record<string, string>>;
  /** Number of completed slides, as saved. */
  readonly processed: number;
  /** @returns the problem to show at a cell; null: none. */
  readonly problemAt: (slideId: number, field: BatchField) => CellProblem | null;
  readonly change: (changes: CellValues) => void;
  /** Undoes the last change made here. */
  readonly undo: () => void;
  readonly canUndo: boolean;
  readonly save: () => void;
  readonly discard: () => void;
}

/** Maximum number of undo steps. */
const MAX_STEPS = 100;

export function useBatchDraft(name: string, slides: readonly BatchSlide[], fields: readonly BatchField[]): BatchDraft {
  const { t } = useTranslation();
  const saveValues = useSaveValues();
  const saved = useMemo(() => savedCells(slides, fields), [slides, fields]);
  const ids = useMemo(() => slides.map(({ id }) => id), [slides]);
  const [isTried, setTried] = useState(false);
  const [steps, setSteps] = useState<readonly CellValues[]>([]);
  const draft = useDraft<Record<string, string>>({
    name,
    saved,
    async send(sent) {
      const changes = sent as CellValues;
      const { ready, problems } = splitChanges(ids, fields, { changes, values: { ...saved, ...changes } });
      if (ready.length > 0) {
        await saveValues(ready);
        showSuccess(message("field.valuesSaved"));
      }
      const kinds = [...problems.values()];
      if (kinds.includes("missing")) throw new AppError("invalid", message("field.required"));
      if (kinds.includes("misfit")) throw new AppError("invalid", t("customField.misfits"));
    },
  });
  const latest = useLatest<CellValues>(draft.values);
  const touched = new Set(ids.filter((id) => fields.some((field) => isChanged(cellName(id, field.id)))));
  function isChanged(cell: string): boolean {
    return draft.values[cell] !== saved[cell];
  }
  function forget(): void {
    setTried(false);
    setSteps([]);
  }
  return {
    draft,
    processed: useMemo(() => countProcessed(ids, fields, saved), [ids, fields, saved]),
    problemAt(slideId, field) {
      const problem = problemOf(field, draft.values[cellName(slideId, field.id)] ?? "");
      return problem === "missing" && !isTried && !touched.has(slideId) ? null : problem;
    },
    change(changes) {
      const before = Object.fromEntries(Object.keys(changes).map((cell) => [cell, latest.current[cell] ?? ""]));
      latest.current = { ...latest.current, ...changes };
      setSteps((now) => [...now, before].slice(-MAX_STEPS));
      draft.change({ ...changes });
    },
    undo() {
      const last = steps.at(-1);
      if (!last) return;
      setSteps(steps.slice(0, -1));
      draft.change({ ...last });
    },
    canUndo: steps.length > 0,
    save() {
      setTried(true);
      void draft.save().then((isSaved) => isSaved && forget());
    },
    discard() {
      forget();
      draft.discard();
    },
  };
}
