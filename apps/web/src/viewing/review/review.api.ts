/** Slides with annotations to review. */
import {
  countReviews,
  findReviewNeighbours,
  listReviewSlides,
  REVIEW_SLIDES_MAX,
  REVIEW_SLIDES_PAGE_SIZE,
} from "@parfocal/core/annotation/review-inbox.contract.ts";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { useSession } from "#platform/session.tsx";

export const reviewInboxKeys = {
  all: ["review-inbox"] as const,
  count: ["review-inbox", "count"] as const,
  list: ["review-inbox", "list"] as const,
  neighbours: (imageId: number) => ["review-inbox", "neighbours", imageId] as const,
};

/** Requested for experts only. */
export function useReviewCount(isEnabled = true) {
  const { can } = useSession();
  return useQuery({
    queryKey: reviewInboxKeys.count,
    queryFn: ({ signal }) => call(countReviews, {}, { signal }),
    enabled: isEnabled && can("annotateAsExpert"),
  });
}

export function useReviewSlides() {
  const { can } = useSession();
  return useInfiniteQuery({
    queryKey: reviewInboxKeys.list,
    queryFn: ({ pageParam, signal }) => call(listReviewSlides, { query: { page: String(pageParam) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ slides }, pages) =>
      pages.length * REVIEW_SLIDES_PAGE_SIZE < Math.min(slides, REVIEW_SLIDES_MAX) ? pages.length + 1 : undefined,
    enabled: can("annotateAsExpert"),
  });
}

/** @param since when the oldest annotation to review on the slide was drawn; null: there was none. */
export function useReviewNeighbours(imageId: number, since: string | null, isEnabled: boolean) {
  return useQuery({
    queryKey: [...reviewInboxKeys.neighbours(imageId), since],
    queryFn: ({ signal }) => {
      const query = since === null ? {} : { since };
      return call(findReviewNeighbours, { params: { itemId: String(imageId) }, query }, { signal });
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}
