/** The page of the slide viewer: its parameters, and what is shown until the slide can be opened. */
import { useRouterState } from "@tanstack/react-router";
import { Suspense, useMemo } from "react";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { SlideLoadFailed } from "./lazy-parts.ts";
import { OpenedSlide } from "./OpenedSlide.tsx";
import { SlideOpening } from "./SlideOpening.tsx";
import { useImage } from "./slide.api.ts";
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
  if (image) return <OpenedSlide place={place} image={image} backPath={backPath} />;
  if (!error) return <SlideOpening />;
  return (
    <Suspense fallback={<SlideOpening />}>
      <SlideLoadFailed error={error} onRetry={() => void refetch()} backPath={backPath} />
    </Suspense>
  );
}
