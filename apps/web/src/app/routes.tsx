/** Which screen answers a URL: the one table. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { type ComponentType, lazy } from "react";
import { usePlace } from "#item/use-place.ts";
import { requestIdentity } from "#platform/request-identity.ts";
import { readSignInSearch } from "#session/sign-in-search.ts";
import { laterPart } from "#ui/later-part.ts";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { untilFetched } from "#ui/until-fetched.ts";
import { formatSearch, parseSearch } from "./address-search.ts";
import { CrashedPage } from "./ErrorBoundary.tsx";
import { ScreenWaiting } from "./ScreenWaiting.tsx";
import { Shell } from "./Shell.tsx";

// Each screen is a chunk of its own: whoever opens a slide by its address loads nothing else.
const CoursePage = lazy(() =>
  untilFetched(() => import("#course/CoursePage.tsx")).then(({ CoursePage }) => ({ default: CoursePage })),
);
const CasePage = laterPart(
  () => import("#case/CasePage.tsx"),
  (part) => part.CasePage,
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
const UploadPage = laterPart(
  () => import("#upload/UploadPage.tsx"),
  (part) => part.UploadPage,
);
const QuizPage = laterPart(
  () => import("#quiz/QuizPage.tsx"),
  (part) => part.QuizPage,
);
const ManagePage = laterPart(
  () => import("#manage/ManagePage.tsx"),
  (part) => part.ManagePage,
);
const SearchPage = laterPart(
  () => import("#search/SearchPage.tsx"),
  (part) => part.SearchPage,
);
const WorkPage = laterPart(
  () => import("#work/WorkPage.tsx"),
  (part) => part.WorkPage,
);

const StaticPage = laterPart(
  () => import("#page/StaticPage.tsx"),
  (part) => part.StaticPage,
);
const EmbedPage = laterPart(
  () => import("#embed/EmbedPage.tsx"),
  (part) => part.EmbedPage,
);
const EnrollmentPage = laterPart(
  () => import("#enrollment/EnrollmentPage.tsx"),
  (part) => part.EnrollmentPage,
);
const TextbookPage = laterPart(
  () => import("#textbook/TextbookPage.tsx"),
  (part) => part.TextbookPage,
);
const RadiologyPage = laterPart(
  () => import("#radiology/RadiologyPage.tsx"),
  (part) => part.RadiologyPage,
);
const AttachmentPage = laterPart(
  () => import("#attachment/AttachmentPage.tsx"),
  (part) => part.AttachmentPage,
);

const FIRST_SITE = 1;

/** Content: the last step of the path chooses the screen. */
const SCREEN_OF_KIND: Partial<Record<ItemKind, ComponentType>> = {
  course: CoursePage,
  folder: FolderPage,
  image: SlidePage,
  case: CasePage,
  quiz: QuizPage,
  page: StaticPage,
  embed: EmbedPage,
  enrollment: EnrollmentPage,
  textbook: TextbookPage,
  attachment: AttachmentPage,
  radiology: RadiologyPage,
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
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/search", component: SearchPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/manage", component: ManagePage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/manage/$section", component: ManagePage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$", component: PlaceScreen }),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch: formatSearch,
  trailingSlash: "preserve",
  scrollRestoration: true,
  defaultPreload: false,
  defaultPendingComponent: ScreenWaiting,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
