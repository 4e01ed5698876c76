/** Shown instead of shared content that is loading, or could not be loaded. */
import { useSharedLink } from "#platform/shared-link.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { SharedFailure } from "./SharedFailure.tsx";

export function NotYet({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const isEmbedded = useSharedLink()?.isEmbedded ?? false;
  return error ? <SharedFailure error={error} isEmbedded={isEmbedded} onRetry={onRetry} /> : <PageSkeleton />;
}
