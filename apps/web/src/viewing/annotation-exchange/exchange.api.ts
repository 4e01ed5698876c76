/** Export and import of annotation files. */
import {
  exportAnnotations,
  type ImportReport,
  importAnnotations,
} from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import type { ExportFormatName } from "@parfocal/core/annotation-exchange/export-formats.ts";
import type { CrossingChoice } from "@parfocal/core/annotation-exchange/import-limits.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { annotationKeys } from "#annotation/annotation.api.ts";
import { type AnnotationChoice, questionOf } from "#annotation/annotation-choice.ts";
import { fileUrlOf, sendForm } from "#platform/call.ts";

interface ExportOptions {
  readonly format: ExportFormatName;
  readonly choice: AnnotationChoice;
}

/** URL of the exported file. */
export const exportAddress = (imageId: number, { format, choice }: ExportOptions): string =>
  fileUrlOf(exportAnnotations, { params: { itemId: imageId }, query: { format, ...questionOf(choice) } });

export interface UploadedFile {
  readonly file: File;
  /** Work group of the imported annotations; null: none. */
  readonly workGroupId: number | null;
  /** Idempotency key of the import, the same for retries (rule D-4). */
  readonly key: string;
}

interface ImportOptions {
  readonly imageId: number;
  readonly crossing: CrossingChoice;
  readonly isDryRun: boolean;
}

function send(
  { file, key, workGroupId }: UploadedFile,
  { imageId, crossing, isDryRun }: ImportOptions,
  signal?: AbortSignal,
) {
  const form = new FormData();
  form.set("isDryRun", String(isDryRun));
  form.set("crossing", crossing);
  if (workGroupId !== null) form.set("workGroupId", String(workGroupId));
  form.set("file", file, file.name);
  return sendForm(importAnnotations, form, {
    params: { itemId: imageId },
    ...(isDryRun ? {} : { idempotencyKey: `${key}-${crossing}` }),
    ...(signal ? { signal } : {}),
  });
}

/** Preview of an import. */
export function useLookThrough(imageId: number, dropped: UploadedFile | null, crossing: CrossingChoice) {
  return useQuery({
    queryKey: ["annotationImport", imageId, dropped?.key, crossing],
    queryFn: ({ signal }) => send(dropped as UploadedFile, { imageId, crossing, isDryRun: true }, signal),
    enabled: dropped !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useTakeOver(imageId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ dropped, crossing }: { dropped: UploadedFile; crossing: CrossingChoice }): Promise<ImportReport> =>
      send(dropped, { imageId, crossing, isDryRun: false }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: annotationKeys.ofImage(imageId) }),
  });
}
