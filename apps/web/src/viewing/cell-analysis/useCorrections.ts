/** Corrections of a result: shown immediately, saved one after the other. */
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { CORRECTIONS_MAX, type Corrections, countCorrections } from "@parfocal/core/cell-analysis/corrections.ts";
import { useInsertionEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { useCellAnalysisChanges } from "./cell-analysis.api.ts";

export interface CorrectionControl {
  readonly corrections: Corrections;
  readonly change: (change: (before: Corrections) => Corrections) => void;
  readonly canUndo: boolean;
  readonly undo: () => void;
}

/** @param analysis must keep its ID while the component is mounted. */
export function useCorrections(analysis: CellAnalysis): CorrectionControl {
  const { t } = useTranslation();
  const { correct } = useCellAnalysisChanges(analysis.imageId);
  /** Corrections that are unsaved or being saved; null: all are saved. */
  const [local, setLocal] = useState<Corrections | null>(null);
  /** As returned by the last request; `analysis` may be updated later. */
  const [answered, setAnswered] = useState<Pick<CellAnalysis, "version" | "corrections">>(analysis);
  const newest = answered.version > analysis.version ? answered : analysis;
  const [earlier, setEarlier] = useState<readonly Corrections[]>([]);
  const latest = useRef<Corrections>(analysis.corrections);
  const version = useRef(analysis.version);
  const isSaving = useRef(false);
  useInsertionEffect(() => {
    if (local !== null || isSaving.current) return;
    latest.current = newest.corrections;
    version.current = newest.version;
  });

  async function save(): Promise<void> {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      for (let sent: Corrections | null = null; sent !== latest.current; ) {
        sent = latest.current;
        const answer = await correct.mutateAsync({ ...sent, id: analysis.id, version: version.current });
        version.current = answer.version;
        setAnswered(answer);
      }
    } catch {
      // The response contains them; the stored corrections are loaded again.
      setEarlier([]);
    } finally {
      isSaving.current = false;
      setLocal(null);
    }
  }
  const put = (next: Corrections): void => {
    latest.current = next;
    setLocal(next);
    void save();
  };
  return {
    corrections: local ?? newest.corrections,
    change(change) {
      const before = latest.current;
      const next = change(before);
      if (next === before) return;
      if (countCorrections(next) > CORRECTIONS_MAX)
        return showProblem(t("cellAnalysis.tooManyCorrections", { max: CORRECTIONS_MAX }));
      setEarlier((all) => [...all, before]);
      put(next);
    },
    canUndo: earlier.length > 0,
    undo() {
      const before = earlier.at(-1);
      if (!before) return;
      setEarlier(earlier.slice(0, -1));
      put(before);
    },
  };
}
