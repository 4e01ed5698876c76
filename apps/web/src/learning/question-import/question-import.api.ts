/** What is asked about questions of a file. */
import type { ImportFormat } from "@parfocal/core/question-import/import-formats.ts";
import { importQuestions } from "@parfocal/core/question-import/question-import.contract.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

export interface ImportText {
  readonly text: string;
  /** Another for each text, so that the text itself is no key. */
  readonly version: number;
}

interface ImportWish {
  /** The quiz, or one of its slides or cases. */
  readonly parentId: number;
  /** null: recognised by the contents. */
  readonly format: ImportFormat | null;
  readonly text: string;
}

const bodyOf = ({ parentId, format, text }: ImportWish) => ({ parentId, text, ...(format && { format }) });

/** What the text would add. @param chosen null: there is none yet. */
export function useImportTrial(parentId: number, format: ImportFormat | null, chosen: ImportText | null) {
  return useQuery({
    queryKey: ["questionImport", parentId, format, chosen?.version],
    queryFn: ({ signal }) =>
      call(
        importQuestions,
        { body: { ...bodyOf({ parentId, format, text: chosen?.text ?? "" }), isTrial: true } },
        { signal },
      ),
    enabled: chosen !== null,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { saysItsFailures: true },
  });
}

export const useImportQuestions = () =>
  useMutation({
    mutationFn: ({ idempotencyKey, ...wish }: ImportWish & { readonly idempotencyKey: string }) =>
      call(importQuestions, { body: bodyOf(wish) }, { idempotencyKey }),
    meta: { saysItsFailures: true },
  });
