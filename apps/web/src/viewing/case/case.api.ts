/** Queries and changes of cases, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { createCase, getCase, unbindCase, updateCase } from "@parfocal/core/case/case.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { showFailure, showProblem } from "#platform/failure-toast.ts";
import { linkQuery, useSharedLink } from "#platform/shared-link.ts";
import { imageKeys } from "#slide/slide.api.ts";

const caseKeys = {
  all: ["case"] as const,
  one: (id: number, parentId: number | null) => ["case", id, parentId] as const,
};

/** @param parentId the folder or course in which it is opened; null: any. */
export function useCase(id: number, parentId: number | null) {
  const link = useSharedLink();
  return useQuery({
    queryKey: caseKeys.one(id, parentId),
    queryFn: ({ signal }) =>
      call(
        getCase,
        {
          params: { id: String(id) },
          query: { ...(parentId === null ? {} : { parent: String(parentId) }), ...linkQuery(link) },
        },
        { signal },
      ),
  });
}

/**
 * A changed case is refetched, because the response to a change does not contain the location in which the case is
 * opened.
 */
function useCaseIsStale() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: caseKeys.all }),
      queryClient.invalidateQueries({ queryKey: contentKeys.all }),
      queryClient.invalidateQueries({ queryKey: imageKeys.all }),
    ]);
}

export type CaseChange = BodyFor<typeof updateCase>;

export function useUpdateCase(id: number) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: useSendCase(id),
    meta: { saysItsFailures: true },
    onError: (error) => {
      if (haveTextsChanged(error)) showProblem(t("editor.conflictText"));
      else if (isOutdated(error)) showProblem(t("case.slidesChanged"));
      else showFailure(error);
    },
  });
}

/**
 * @returns a function that sends the changed fields, and resolves once the queries that show the case have been
 *   refetched; it throws AppError.
 */
export function useSendCase(id: number) {
  const isStale = useCaseIsStale();
  return async (body: CaseChange): Promise<void> => {
    try {
      await call(updateCase, { params: { id: String(id) }, body });
    } catch (error) {
      if (isOutdated(error)) await isStale();
      throw error;
    }
    await isStale();
  };
}

/** Someone else has changed it: the displayed state is out of date. */
const isOutdated = (error: unknown): boolean =>
  error instanceof AppError &&
  error.kind === "conflict" &&
  error.codes.some((code) => code === "itemsChanged" || code === "changedMeanwhile");

const haveTextsChanged = (error: unknown): boolean =>
  error instanceof AppError && error.codes.includes("changedMeanwhile");

export function useUnbindCase(id: number) {
  const isStale = useCaseIsStale();
  return useMutation({
    mutationFn: () => call(unbindCase, { params: { id: String(id) } }),
    onSuccess: isStale,
  });
}

interface NewCase {
  readonly body: BodyFor<typeof createCase>;
  readonly idempotencyKey: string;
}

export function useCreateCase() {
  const isStale = useCaseIsStale();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewCase) => call(createCase, { body }, { idempotencyKey }),
    meta: { saysItsFailures: true },
    onSuccess: isStale,
  });
}
