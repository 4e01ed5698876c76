/** The optimistic order of a list, before the server has confirmed it. */
import { AppError } from "@parfocal/core/errors.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { showUndo } from "#ui/undo-toast.tsx";

/**
 * @param ids IDs of all entries in order, including those not loaded.
 * @param send sends the IDs of all entries; rejects if the order was not saved.
 */
export function useEntryOrder<Entry extends { readonly id: number }>(
  entries: readonly Entry[],
  ids: readonly number[],
  send: (ids: readonly number[]) => Promise<unknown>,
): {
  readonly ordered: readonly Entry[];
  readonly orderedIds: readonly number[];
  readonly order: (ids: readonly number[]) => void;
} {
  const { t } = useTranslation();
  const [requestedOrder, setRequestedOrder] = useState<readonly number[] | null>(null);
  const ordered = inOrder(entries, requestedOrder);
  const orderedIds = requestedOrder ?? ids;
  async function save(next: readonly number[], before: readonly number[] | null): Promise<void> {
    setRequestedOrder(next);
    try {
      await send(next);
      if (before) showUndo(t("quiz.orderSaved"), t("quiz.undo"), () => void save(before, null));
    } catch (error) {
      showProblem(error instanceof AppError && error.kind === "conflict" ? error.message : t("quiz.orderFailed"));
    } finally {
      // A later order is kept; otherwise the server's order applies.
      setRequestedOrder((now) => (now === next ? null : now));
    }
  }
  return {
    ordered,
    orderedIds,
    order: (next) => void save(next, orderedIds),
  };
}

/** Entries not in the order come after those that are. */
function inOrder<Entry extends { readonly id: number }>(
  entries: readonly Entry[],
  ids: readonly number[] | null,
): readonly Entry[] {
  if (!ids) return entries;
  const named = ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  return [...named, ...entries.filter(({ id }) => !ids.includes(id))];
}
