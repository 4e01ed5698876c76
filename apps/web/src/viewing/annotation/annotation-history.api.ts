/** Earlier versions of annotations, and deleted annotations. */
import {
  type Annotation,
  listAnnotationVersions,
  listDeletedAnnotations,
  restoreAnnotation,
  restoreAnnotationVersion,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { annotationKeys } from "./annotation.api.ts";
import { putAnnotation } from "./annotation-delivery.ts";
import type { AnnotationViewer } from "./annotation-outbox.ts";

/** Newest first, page by page. Refetched each time, because other users may have changed the annotation. */
export function useAnnotationVersions(annotationId: number) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: annotationKeys.versions(annotationId),
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam === null ? {} : { before: String(pageParam) };
      return call(listAnnotationVersions, { params: { id: String(annotationId) }, query }, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => {
      const oldest = page.at(-1)?.version ?? 1;
      return oldest > 1 ? oldest : undefined;
    },
    staleTime: 0,
  });
  return { ...query, versions: data?.pages.flat() };
}

/** Last deleted first. */
export function useDeletedAnnotations(imageId: number) {
  return useQuery({
    queryKey: annotationKeys.deleted(imageId),
    queryFn: ({ signal }) => call(listDeletedAnnotations, { params: { itemId: String(imageId) } }, { signal }),
    staleTime: 0,
  });
}

/** Restores deleted annotations, or an earlier version of one. */
export function useRestore(imageId: number, viewer: AnnotationViewer) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const put = (answer: Annotation): void => {
    putAnnotation(queryClient, imageId, { subjectId: answer.id, answer }, viewer);
    void queryClient.invalidateQueries({ queryKey: annotationKeys.versions(answer.id) });
  };
  const say = (number: number): void =>
    showSuccess(number === 1 ? t("annotation.restored") : t("annotation.restoredSeveral", { number }));
  const deleted = useMutation({
    mutationFn: async (ids: readonly number[]) => {
      for (const id of ids) put(await call(restoreAnnotation, { params: { id: String(id) } }));
      return ids.length;
    },
    onSuccess: say,
  });
  const version = useMutation({
    mutationFn: async (at: { readonly id: number; readonly version: number }) => {
      put(await call(restoreAnnotationVersion, { params: { id: String(at.id), version: String(at.version) } }));
      return 1;
    },
    onSuccess: say,
  });
  return { deleted, version };
}
