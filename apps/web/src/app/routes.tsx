/** Which screen answers a URL: the one table. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { type ComponentType, lazy } from "react";
import { usePlace } from "#item/use-place.ts";
import { requestIdentity } from "#platform/request-identity.ts";
import { readSignInSearch } from "#session/sign-in-search.ts";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { untilFetched } from "#ui/until-fetched.ts";
import { formatSearch, parseSearch } from "./address-search.ts";
import { CrashedPage } from "./ErrorBoundary.tsx";
import { Shell } from "./Shell.tsx";

// Each screen is a chunk of its own: whoever opens a slide by its address loads nothing else.
const CoursePage = lazy(() =>
  untilFetched(() => import("#course/CoursePage.tsx")).then(({ CoursePage }) => ({ default: CoursePage })),
);
const FolderPage = lazy(() =>
  untilFetched(() => import("#folder/FolderPage.tsx")).then(({ FolderPage }) => ({ default: FolderPage })),
);
const LandingPage = lazy(() =>
  untilFetched(() => import("#course/LandingPage.tsx")).then(({ LandingPage }) => ({ default: LandingPage })),
);
const SignInPage = lazy(() =>
  untilFetched(() => import("#session/SignInPage.tsx")).then(({ SignInPage }) => ({ default: SignInPage })),
);
const SlidePage = lazy(() =>
  untilFetched(() => import("#slide/SlidePage.tsx")).then(({ SlidePage }) => ({ default: SlidePage })),
);
const UploadPage = lazy(() =>
  untilFetched(() => import("#upload/UploadPage.tsx")).then(({ UploadPage }) => ({ default: UploadPage })),
);
const WorkPage = lazy(() =>
  untilFetched(() => import("#work/WorkPage.tsx")).then(({ WorkPage }) => ({ default: WorkPage })),
);

const FIRST_SITE = 1;

/** Content: the last step of the path chooses the screen. */
const SCREEN_OF_KIND: Partial<Record<ItemKind, ComponentType>> = {
  course: CoursePage,
  folder: FolderPage,
  image: SlidePage,
};

function PlaceScreen() {
  const place = usePlace();
  if (!place) return <NotFoundPage />;
  const last = place.steps.at(-1);
  const Screen = last ? SCREEN_OF_KIND[last.kind] : LandingPage;
  return Screen ? <Screen key={last?.id} /> : <NotFoundPage />;
}

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: CrashedPage });

const routeTree = rootRoute.addChildren([
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    beforeLoad: () => {
      throw redirect({ href: `/s${requestIdentity().siteId ?? FIRST_SITE}/`, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in",
    validateSearch: readSignInSearch,
    component: SignInPage,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/upload",
    beforeLoad: () => {
      throw redirect({ href: `/s${requestIdentity().siteId ?? FIRST_SITE}/upload`, replace: true });
    },
  }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/upload", component: UploadPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/work", component: WorkPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$", component: PlaceScreen }),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch: formatSearch,
  trailingSlash: "preserve",
  scrollRestoration: true,
  defaultPreload: false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
