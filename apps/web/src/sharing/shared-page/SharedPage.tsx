/** The page behind a share link: the shared item as far as the link shows it, for guests and for signed-in users. */
import { isEmbeddedSearch, parseSharedPath, type SharedPlace } from "@parfocal/core/share/share-path.ts";
import { SHARE_TYPES } from "@parfocal/core/share/share-types.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { Suspense, useMemo } from "react";
import { LinkInPlaceContext, type OpenInPlace } from "#annotation/link-in-place.ts";
import { AsGuest } from "#platform/session.tsx";
import { type SharedLink, SharedLinkContext } from "#platform/shared-link.ts";
import { HeaderActions } from "#ui/HeaderActions.tsx";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { LinkGone } from "./LinkGone.tsx";
import { OpenInWindow } from "./OpenInWindow.tsx";
import { SharedFailure } from "./SharedFailure.tsx";
import { SharedFolder } from "./SharedFolder.tsx";
import type { Shared } from "./shared-item.ts";
import { useCountOpening, useQueryClientOfLink, useShare } from "./shared-page.api.ts";
import { sharedKindOf, shownStep } from "./shared-place.ts";

const SharedSlide = lazyPartWithTexts(
  () => import("./SharedSlide.tsx"),
  (part) => part.SharedSlide,
);
const SharedCase = lazyPartWithTexts(
  () => import("./SharedCase.tsx"),
  (part) => part.SharedCase,
);
const SharedText = lazyPartWithTexts(
  () => import("./SharedText.tsx"),
  (part) => part.SharedText,
);

// Includes the PDF library.
const SharedTextbook = lazyPartWithTexts(
  () => import("./SharedTextbook.tsx"),
  (part) => part.SharedTextbook,
);

const SharedRadiology = lazyPartWithTexts(
  () => import("./SharedRadiology.tsx"),
  (part) => part.SharedRadiology,
);

export function SharedPage() {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const place = useMemo(() => parseSharedPath(pathname), [pathname]);
  const isEmbedded = isEmbeddedSearch(searchStr);
  if (!place) return <LinkGone isEmbedded={isEmbedded} />;
  return <LinkPage key={place.token} place={place} isEmbedded={isEmbedded} />;
}

interface LinkPageProps {
  readonly place: SharedPlace;
  readonly isEmbedded: boolean;
}

function LinkPage(props: LinkPageProps) {
  const client = useQueryClientOfLink();
  return (
    <QueryClientProvider client={client}>
      <OpenedLink {...props} />
    </QueryClientProvider>
  );
}

function OpenedLink({ place, isEmbedded }: LinkPageProps) {
  const { data: shared, error, refetch } = useShare(place.token);
  const link = useMemo(() => shared && linkOf(place.token, shared, isEmbedded), [place.token, shared, isEmbedded]);
  if (!shared || !link) {
    return error ? (
      <SharedFailure error={error} isEmbedded={isEmbedded} onRetry={() => void refetch()} />
    ) : (
      <PageSkeleton />
    );
  }
  return (
    <AsGuest>
      <SharedLinkContext value={link}>
        <LinkInPlaceContext value={isEmbedded ? openInWindow : stay}>
          <Suspense fallback={<PageSkeleton />}>
            <SharedItem place={place} shared={shared} />
            <CountedOpening token={place.token} />
          </Suspense>
          {isEmbedded && (
            <HeaderActions>
              <OpenInWindow />
            </HeaderActions>
          )}
        </LinkInPlaceContext>
      </SharedLinkContext>
    </AsGuest>
  );
}

/** It is loaded after the shared item. */
function CountedOpening({ token }: { readonly token: string }) {
  useCountOpening(token);
  return null;
}

function SharedItem({ place, shared }: { readonly place: SharedPlace; readonly shared: Shared }) {
  const { step, parentId } = shownStep(place, { kind: SHARE_TYPES[shared.shareType], id: shared.itemId });
  const props = { place, shared, id: step.id, parentId };
  switch (sharedKindOf(step.kind)) {
    case "image":
      return <SharedSlide key={step.id} {...props} />;
    case "case":
      return <SharedCase key={step.id} {...props} />;
    case "course":
    case "folder":
      return <SharedFolder key={step.id} {...props} />;
    case "page":
    case "embed":
      return <SharedText key={step.id} {...props} kind={step.kind === "page" ? "page" : "embed"} />;
    case "textbook":
      return <SharedTextbook key={step.id} {...props} />;
    case "radiology":
      return <SharedRadiology key={step.id} {...props} />;
    default:
      return <LinkGone isEmbedded={false} />;
  }
}

function linkOf(token: string, shared: Shared, isEmbedded: boolean): SharedLink {
  const { channels = null, plane = null } = shared.viewSettings ?? {};
  return {
    token,
    hidesAnnotations: shared.hideAnnotations,
    hidesInformation: shared.hideSlideInformation,
    hidesToolbar: shared.hideToolbar,
    isEmbedded,
    opening: { imageId: shared.itemId, channels: channels && JSON.stringify(channels), plane },
  };
}

const stay: OpenInPlace = () => false;

/** Other pages of the site are not shown in a frame. */
const openInWindow: OpenInPlace = (target) => {
  if (target.kind === "here" || target.kind === "outside") return false;
  window.open(target.href, "_blank", "noopener");
  return true;
};
