/** URL of a post of the host site, `/s1/post45/`: redirects to the page of the item that the post shows. */
import { parsePostPath } from "@parfocal/core/host-sign-in/post-path.ts";
import { Navigate, useRouterState } from "@tanstack/react-router";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePostPath } from "./host-post.api.ts";

export function PostPage() {
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const { data, error, refetch } = usePostPath(parsePostPath(pathname)?.postId ?? 0);
  // Including the view, and the parameter for frames.
  if (data) return <Navigate to={data.path} search={search} replace />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
}
