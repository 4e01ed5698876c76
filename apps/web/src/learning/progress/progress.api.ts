import { getCourseProgress } from "@parfocal/core/progress/course-progress.contract.ts";
import { getOverview } from "@parfocal/core/progress/progress.contract.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { useSession } from "#platform/session.tsx";

/** Guests have none. */
export function useOverview() {
  const { user } = useSession();
  return useQuery({
    queryKey: contentKeys.overview,
    queryFn: ({ signal }) => call(getOverview, {}, { signal }),
    enabled: user !== null,
  });
}

/** Asked anew each time it is opened: learners go on meanwhile. @param page from 1. */
export function useCourseProgress(courseId: number, page: number) {
  return useQuery({
    queryKey: ["course-progress", courseId, page],
    queryFn: ({ signal }) =>
      call(getCourseProgress, { params: { id: courseId }, query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
