import { listPlatformCourses, listPlatformMembers } from "@parfocal/core/lti/lti-member.contract.ts";
import { getCourseProgress } from "@parfocal/core/progress/course-progress.contract.ts";
import { getOverview } from "@parfocal/core/progress/progress.contract.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { useSession } from "#platform/session.tsx";

/** Not requested for guests. */
export function useOverview() {
  const { user } = useSession();
  return useQuery({
    queryKey: contentKeys.overview,
    queryFn: ({ signal }) => call(getOverview, {}, { signal }),
    enabled: user !== null,
  });
}

/** Courses of learning platforms from which this course is opened. */
export function usePlatformCourses(courseId: number) {
  return useQuery({
    queryKey: ["platform-courses", courseId],
    queryFn: ({ signal }) => call(listPlatformCourses, { params: { id: courseId } }, { signal }),
  });
}

interface MembersQuery {
  readonly courseId: number;
  readonly platformCourseId: number;
  readonly isRequested: boolean;
}

/** The platform is queried each time the members are shown; nothing is stored. */
export function usePlatformMembers({ courseId, platformCourseId, isRequested }: MembersQuery) {
  return useQuery({
    queryKey: ["platform-members", courseId, platformCourseId],
    queryFn: ({ signal }) =>
      call(listPlatformMembers, { params: { id: courseId, courseId: platformCourseId } }, { signal }),
    enabled: isRequested,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Refetched each time it is opened, because learners continue to work. @param page from 1. */
export function useCourseProgress(courseId: number, page: number) {
  return useQuery({
    queryKey: ["course-progress", courseId, page],
    queryFn: ({ signal }) =>
      call(getCourseProgress, { params: { id: courseId }, query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
