/** Calls to import questions from a file. */
import type { ImportFormat } from "@parfocal/core/question-import/import-formats.ts";
import { importQuestions } from "@parfocal/core/question-import/question-import.contract.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

/** Contents: a text, or a package as Base64. */
export type ImportContents = { readonly text: string } | { readonly package: string };

export interface ImportSource {
  readonly contents: ImportContents;
  /** A new one for each file, so that the contents are not part of the query key. */
  readonly version: number;
}

interface ImportInput {
  /** The quiz, or one of its slides or cases. */
  readonly parentId: number;
  /** Null: detected from the contents. */
  readonly format: ImportFormat | null;
  readonly contents: ImportContents;
}

const bodyOf = ({ parentId, format, contents }: ImportInput) => ({ parentId, ...contents, ...(format && { format }) });

/** Preview of the import. @param chosen null: no file yet. */
export function useImportTrial(parentId: number, format: ImportFormat | null, chosen: ImportSource | null) {
  return useQuery({
    queryKey: ["questionImport", parentId, format, chosen?.version],
    queryFn: ({ signal }) =>
      call(
        importQuestions,
        { body: { ...bodyOf({ parentId, format, contents: chosen?.contents ?? { text: "" } }), isTrial: true } },
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
    mutationFn: ({ idempotencyKey, ...input }: ImportInput & { readonly idempotencyKey: string }) =>
      call(importQuestions, { body: bodyOf(input) }, { idempotencyKey }),
    meta: { saysItsFailures: true },
  });
