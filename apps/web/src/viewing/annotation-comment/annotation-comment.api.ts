/** Comments on annotations, and how many are new. */
import {
  countAnnotationComments,
  createAnnotationComment,
  deleteAnnotationComment,
  listAnnotationComments,
  markAnnotationCommentsRead,
  restoreAnnotationComment,
  updateAnnotationComment,
} from "@parfocal/core/annotation/annotation-comment.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";

const keys = {
  counts: (imageId: number) => ["annotation-comment-counts", imageId] as const,
  thread: (annotationId: number) => ["annotation-comments", annotationId] as const,
};

/** Polling interval while the slide is open. */
const COUNTED_EVERY_MS = 60_000;

export interface CommentCount {
  readonly comments: number;
  readonly new: number;
}
export type CommentCounts = ReadonlyMap<number, CommentCount>;

const NONE: CommentCounts = new Map();

/** By annotation ID; annotations without comments are omitted. */
export function useCommentCounts(imageId: number, isEnabled: boolean): CommentCounts {
  const { data } = useQuery({
    queryKey: keys.counts(imageId),
    queryFn: async ({ signal }): Promise<CommentCounts> => {
      const counts = await call(countAnnotationComments, { params: { itemId: String(imageId) } }, { signal });
      return new Map(counts.map(({ annotationId, ...count }) => [annotationId, count]));
    },
    enabled: isEnabled,
    refetchInterval: COUNTED_EVERY_MS,
    meta: { saysItsFailures: true },
  });
  return data ?? NONE;
}

export function useThread(annotationId: number) {
  return useQuery({
    queryKey: keys.thread(annotationId),
    queryFn: ({ signal }) => call(listAnnotationComments, { params: { id: String(annotationId) } }, { signal }),
    staleTime: 0,
    meta: { saysItsFailures: true },
  });
}

/** Changes to a thread, which also refresh its count on the slide. */
export function useThreadChanges(imageId: number, annotationId: number) {
  const queryClient = useQueryClient();
  const idempotencyKeys = useIdempotencyKeys();
  const refresh = () =>
    Promise.all(
      [keys.thread(annotationId), keys.counts(imageId)].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  const meta = { saysItsFailures: true };
  const add = useMutation({
    mutationFn: async (content: string) => {
      const input = { params: { id: String(annotationId) }, body: { content } };
      const added = await call(createAnnotationComment, input, { idempotencyKey: idempotencyKeys.of(input) });
      idempotencyKeys.forget(input);
      return added;
    },
    onSuccess: refresh,
    meta,
  });
  const change = useMutation({
    mutationFn: ({ id, content }: { readonly id: number; readonly content: string }) =>
      call(updateAnnotationComment, { params: { id: String(id) }, body: { content } }),
    onSuccess: refresh,
    meta,
  });
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteAnnotationComment, { params: { id: String(id) } }),
    onSettled: refresh,
  });
  const restore = useMutation({
    mutationFn: (id: number) => call(restoreAnnotationComment, { params: { id: String(id) } }),
    onSettled: refresh,
  });
  // The markers of new comments stay in the open thread until it is opened again.
  const markRead = useMutation({
    mutationFn: (lastCommentId: number) =>
      call(markAnnotationCommentsRead, { params: { id: String(annotationId) }, body: { lastCommentId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.counts(imageId) }),
    meta,
  });
  return { add, change, remove, restore, markRead };
}
