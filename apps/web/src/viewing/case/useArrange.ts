/** The arrangement of a case while a teacher changes it on its page. */
import type { Case } from "@parfocal/core/case/case.contract.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { type ArrangeDraft, caughtUp, changeOf, isSameArrangement, startArranging } from "./arrange-draft.ts";
import { useUpdateCase } from "./case.api.ts";

export interface Arrange {
  readonly draft: ArrangeDraft;
  readonly change: (draft: ArrangeDraft) => void;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly save: () => void;
  readonly discard: () => void;
}

export function useArrange(shown: Case): Arrange {
  const { t } = useTranslation();
  const saved = useMemo(() => startArranging(shown), [shown]);
  const [changed, setChanged] = useState<ArrangeDraft | null>(null);
  const update = useUpdateCase(shown.id);
  const draft = useMemo(() => (changed ? caughtUp(changed, saved.slides) : saved), [changed, saved]);
  return {
    draft,
    change: setChanged,
    isChanged: !isSameArrangement(draft, saved),
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
