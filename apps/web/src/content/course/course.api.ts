/** Queries and changes of courses, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { createCourse, getCourse, listCourses, updateCourse } from "@parfocal/core/course/course.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "#editor/send-change.ts";
import { contentKeys } from "#item/content-keys.ts";
import { pollIntervalMs } from "#item/item-work.ts";
import { call } from "#platform/call.ts";

export function useCourses() {
  return useQuery({ queryKey: contentKeys.courses, queryFn: ({ signal }) => call(listCourses, {}, { signal }) });
}

export function useCourse(id: number) {
  return useQuery({
    queryKey: contentKeys.course(id),
    queryFn: ({ signal }) => call(getCourse, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => pollIntervalMs(state.data?.items ?? []),
  });
}

interface NewCourse {
  readonly body: BodyFor<typeof createCourse>;
  readonly idempotencyKey: string;
}

export function useCreateCourse() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewCourse) => call(createCourse, { body }, { idempotencyKey }),
    meta: { saysItsFailures: true },
    onSuccess: (course) => {
      queryClient.setQueryData(contentKeys.course(course.id), course);
      return queryClient.invalidateQueries({ queryKey: contentKeys.courses });
    },
  });
}

/**
 * @returns a function that sends the changed fields, and resolves once the queries that show the course have been
 *   refetched; it throws AppError.
 */
export function useUpdateCourse(id: number) {
  const queryClient = useQueryClient();
  return async (body: BodyFor<typeof updateCourse>): Promise<void> => {
    await sendChange(
      async () => queryClient.setQueryData(contentKeys.course(id), await call(updateCourse, { params: { id }, body })),
      () => queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    );
  };
}
