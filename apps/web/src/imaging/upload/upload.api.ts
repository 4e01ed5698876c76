/** Queries of the upload page: free space, and possible destinations. */
import { getCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { getUploadSpace } from "@parfocal/core/upload/upload.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";

const SPACE_INTERVAL_MS = 30_000;

export function useUploadSpace() {
  return useQuery({
    queryKey: ["uploadSpace"],
    queryFn: ({ signal }) => call(getUploadSpace, {}, { signal }),
    refetchInterval: SPACE_INTERVAL_MS,
  });
}

/** Slides cannot be uploaded to virtual courses, whose contents are computed. */
export function useDestinationCourses() {
  return useQuery({
    queryKey: contentKeys.courses,
    queryFn: ({ signal }) => call(listCourses, {}, { signal }),
    select: (courses) => courses.filter(({ isVirtual }) => !isVirtual),
  });
}

export interface DestinationStep {
  readonly kind: "course" | "folder";
  readonly id: number;
  readonly title: string;
}

export function useDestinationFolders(at: DestinationStep | undefined) {
  const course = useQuery({
    queryKey: contentKeys.course(at?.id ?? 0),
    queryFn: ({ signal }) => call(getCourse, { params: { id: at?.id ?? 0 } }, { signal }),
    enabled: at?.kind === "course",
  });
  const folder = useQuery({
    queryKey: contentKeys.folder(at?.id ?? 0),
    queryFn: ({ signal }) => call(getFolder, { params: { id: at?.id ?? 0 } }, { signal }),
    enabled: at?.kind === "folder",
  });
  return (at?.kind === "course" ? course : folder).data?.folders;
}
