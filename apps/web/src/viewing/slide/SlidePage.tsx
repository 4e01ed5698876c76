/** The slide viewer's page: what it is opened with, and what stands in its place until it can be looked at. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { useRouterState } from "@tanstack/react-router";
import { Suspense, use, useMemo } from "react";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { SlideLoadFailed, SlideNotReady } from "./lazy-parts.ts";
import { SlideOpening } from "./SlideOpening.tsx";
import { SlideWorkspace } from "./SlideWorkspace.tsx";
import { useImage } from "./slide.api.ts";
import { loadExternalTileUrl } from "./slide-description.ts";
import { breadcrumbOf, parentPath, type SlidePlace, slidePlaceOf } from "./slide-place.ts";
import { useDarkPage } from "./useDarkPage.ts";

export function SlidePage() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const place = useMemo(() => slidePlaceOf(path), [path]);
  return place ? <SlideAt key={place.imageId} place={place} /> : <NotFoundPage />;
}

function SlideAt({ place }: { readonly place: SlidePlace }) {
  useDarkPage();
  const { data: image, error, refetch } = useImage(place.imageId, place.parentId);
  const crumbs = image ? breadcrumbOf(place, image.path) : [];
  usePagePlace({
    title: image?.title ?? "",
    crumbs: crumbs.map(({ title, path }) => ({ title, href: path })),
  });
  const backPath = parentPath(place);
  if (image && canBeSeen(image)) {
    return image.slideInformation.externalTiles === null ? (
      <SlideWorkspace place={place} image={image} externalUrl={null} />
    ) : (
      <Suspense fallback={<SlideOpening />}>
        <ExternalSlide place={place} image={image} />
      </Suspense>
    );
  }
  if (!image && !error) return <SlideOpening />;
  return (
    <Suspense fallback={<SlideOpening />}>
      {image ? (
        <SlideNotReady image={image} backPath={backPath} />
      ) : (
        <SlideLoadFailed error={error} onRetry={() => void refetch()} backPath={backPath} />
      )}
    </Suspense>
  );
}

function ExternalSlide({ place, image }: { readonly place: SlidePlace; readonly image: SeenImage }) {
  return <SlideWorkspace place={place} image={image} externalUrl={use(loadExternalTileUrl())} />;
}

function canBeSeen(image: Image): image is SeenImage {
  return image.state === "ready" && image.slideInformation !== null && image.slideInformation.levels.length > 0;
}
