/** The arrangement of a case while a teacher edits it on its page. */
import type { Case } from "@parfocal/core/case/case.contract.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import {
  type ArrangeDraft,
  type CaseTexts,
  caughtUp,
  changeOf,
  isSameArrangement,
  startArranging,
  textConflictsOf,
  withTextsCaughtUp,
} from "./arrange-draft.ts";
import { useUpdateCase } from "./case.api.ts";
import { CASE_TEXT_NAMES, type CaseTextName } from "./case-texts.tsx";

export interface Arrange {
  readonly draft: ArrangeDraft;
  readonly change: (draft: ArrangeDraft) => void;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  /** Texts that another user has changed too, with their saved version. */
  readonly conflicts: readonly CaseTextName[];
  readonly savedTexts: CaseTexts;
  readonly settle: (name: CaseTextName, whose: "mine" | "theirs") => void;
  readonly save: () => void;
  readonly discard: () => void;
}

export function useArrange(shown: Case): Arrange {
  const { t } = useTranslation();
  const saved = useMemo(() => startArranging(shown), [shown]);
  const [changed, setChanged] = useState<ArrangeDraft | null>(null);
  const update = useUpdateCase(shown.id);
  const draft = useMemo(
    () => (changed ? withTextsCaughtUp(caughtUp(changed, saved.slides), saved.texts) : saved),
    [changed, saved],
  );
  return {
    draft,
    change: setChanged,
    isChanged: !isSameArrangement(draft, saved),
    conflicts: CASE_TEXT_NAMES.filter((name) => textConflictsOf(draft, saved.texts).includes(name)),
    savedTexts: saved.texts,
    settle(name, whose) {
      const theirs = { [name]: saved.texts[name] };
      const texts = whose === "mine" ? draft.texts : { ...draft.texts, ...theirs };
      setChanged({ ...draft, texts, seenTexts: { ...draft.seenTexts, ...theirs } });
    },
    isBusy: update.isPending,
    save() {
      update.mutate(changeOf(draft), {
        onSuccess: () => {
          setChanged(null);
          showSuccess(t("case.updated"));
        },
      });
    },
    discard: () => setChanged(null),
  };
}
