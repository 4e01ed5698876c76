/** The routes: which screen belongs to a URL. */
import { parsePostPath } from "@parfocal/core/host-sign-in/post-path.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type PublicPlace, parseScreenPath } from "@parfocal/core/item/public-path.ts";
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
  useRouterState,
} from "@tanstack/react-router";
import { usePlace } from "#item/use-place.ts";
import { requestIdentity } from "#platform/request-identity.ts";
import { readSignInSearch } from "#session/sign-in-search.ts";
import { type LazyPart, lazyPart } from "#ui/lazy-part.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { awaitPicture } from "#ui/settled.ts";
import { formatSearch, parseSearch } from "./address-search.ts";
import { CrashedPage } from "./ErrorBoundary.tsx";
import { ScreenWaiting } from "./ScreenWaiting.tsx";
import { Shell } from "./Shell.tsx";

// Each screen is a separate chunk: opening a slide by its URL loads no other screen.
const CoursePage = lazyPart(
  () => import("./content-page/CoursePage.tsx"),
  (part) => part.CoursePage,
);
const FolderPage = lazyPart(
  () => import("./content-page/FolderPage.tsx"),
  (part) => part.FolderPage,
);
const LandingPage = lazyPart(
  () => import("./landing/LandingPage.tsx"),
  (part) => part.LandingPage,
);
const SignInPage = lazyPart(
  () => import("#session/SignInPage.tsx"),
  (part) => part.SignInPage,
);
const SlidePage = lazyPart(
  () => import("#slide/SlidePage.tsx"),
  (part) => part.SlidePage,
);
const CasePage = lazyPartWithTexts(
  () => import("#case/CasePage.tsx"),
  (part) => part.CasePage,
);
const UploadPage = lazyPartWithTexts(
  () => import("#upload/UploadPage.tsx"),
  (part) => part.UploadPage,
);
const QuizPage = lazyPartWithTexts(
  () => import("./content-page/QuizHere.tsx"),
  (part) => part.QuizHere,
);
const ManagePage = lazyPartWithTexts(
  () => import("#manage/ManagePage.tsx"),
  (part) => part.ManagePage,
);
const AccountPage = lazyPartWithTexts(
  () => import("#account/AccountPage.tsx"),
  (part) => part.AccountPage,
);
const WorkGroupsPage = lazyPartWithTexts(
  () => import("#work-group/WorkGroupsPage.tsx"),
  (part) => part.WorkGroupsPage,
);
const LinksPage = lazyPartWithTexts(
  () => import("#share/LinksPage.tsx"),
  (part) => part.LinksPage,
);
const ToReviewPage = lazyPartWithTexts(
  () => import("#review/ToReviewPage.tsx"),
  (part) => part.ToReviewPage,
);
const ResetPage = lazyPartWithTexts(
  () => import("#account/ResetPage.tsx"),
  (part) => part.ResetPage,
);
const ConfirmEmailPage = lazyPartWithTexts(
  () => import("#account/ConfirmEmailPage.tsx"),
  (part) => part.ConfirmEmailPage,
);
const SearchPage = lazyPartWithTexts(
  () => import("#search/SearchPage.tsx"),
  (part) => part.SearchPage,
);
const WorkPage = lazyPartWithTexts(
  () => import("#work/WorkPage.tsx"),
  (part) => part.WorkPage,
);
const StaticPage = lazyPartWithTexts(
  () => import("#page/StaticPage.tsx"),
  (part) => part.StaticPage,
);
const EmbedPage = lazyPartWithTexts(
  () => import("#embed/EmbedPage.tsx"),
  (part) => part.EmbedPage,
);
const EnrollmentPage = lazyPartWithTexts(
  () => import("#enrollment/EnrollmentPage.tsx"),
  (part) => part.EnrollmentPage,
);
const JoinPage = lazyPartWithTexts(
  () => import("#invite/JoinPage.tsx"),
  (part) => part.JoinPage,
);
const RegistrationPage = lazyPartWithTexts(
  () => import("#registration/RegistrationPage.tsx"),
  (part) => part.RegistrationPage,
);
const CompleteRegistrationPage = lazyPartWithTexts(
  () => import("#registration/CompleteRegistrationPage.tsx"),
  (part) => part.CompleteRegistrationPage,
);
const TextbookPage = lazyPartWithTexts(
  () => import("./content-page/TextbookPageHere.tsx"),
  (part) => part.TextbookPageHere,
);
const RadiologyPage = lazyPartWithTexts(
  () => import("#radiology/RadiologyPage.tsx"),
  (part) => part.RadiologyPage,
);
const AttachmentPage = lazyPartWithTexts(
  () => import("#attachment/AttachmentPage.tsx"),
  (part) => part.AttachmentPage,
);

const ChooseContentPage = lazyPartWithTexts(
  () => import("#lti/ChooseContentPage.tsx"),
  (part) => part.ChooseContentPage,
);

const PostPage = lazyPart(
  () => import("#host-sign-in/PostPage.tsx"),
  (part) => part.PostPage,
);

const SharedPage = lazyPartWithTexts(
  () => import("#shared-page/SharedPage.tsx"),
  (part) => part.SharedPage,
);

const FIRST_SITE = 1;

/** Content: the type of the last step of the path determines the screen. */
const SCREEN_OF_KIND: Partial<Record<ItemKind, LazyPart<object>>> = {
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

const screenOf = ({ steps }: PublicPlace): LazyPart<object> | undefined => {
  const last = steps.at(-1);
  return last ? SCREEN_OF_KIND[last.kind] : LandingPage;
};

function PlaceScreen() {
  const place = usePlace();
  const isPost = useRouterState({ select: ({ location }) => parsePostPath(location.pathname) !== null });
  const Screen = isPost ? PostPage : place ? screenOf(place) : undefined;
  return Screen ? <Screen key={place?.steps.at(-1)?.id} /> : <NotFoundPage />;
}

/** First word after the site, for pages that are not content. */
const SCREEN_OF_WORD: ReadonlyMap<string, LazyPart<object>> = new Map(
  Object.entries({
    upload: UploadPage,
    work: WorkPage,
    search: SearchPage,
    manage: ManagePage,
    account: AccountPage,
    "work-groups": WorkGroupsPage,
    links: LinksPage,
    "to-review": ToReviewPage,
    join: JoinPage,
    register: RegistrationPage,
    registration: CompleteRegistrationPage,
    reset: ResetPage,
    "confirm-email": ConfirmEmailPage,
    "choose-content": ChooseContentPage,
  }),
);

/** First word of the path, for pages outside a site. */
const SCREEN_OF_FIRST_WORD: ReadonlyMap<string, LazyPart<object>> = new Map(
  Object.entries({ "sign-in": SignInPage, share: SharedPage }),
);

/**
 * Preloads the screen of a URL while the session is loading. Resolves when it is loaded, or has failed once.
 *
 * @param isAhead whether it may never be shown, as for a link that the pointer is on.
 */
export async function prefetchScreen(path: string, isAhead = false): Promise<void> {
  const [first = "", word = "", section = ""] = path.split("/").filter((part) => part !== "");
  const place = parseScreenPath(path);
  const kind = place?.steps.at(-1)?.kind;
  if (!isAhead && (kind === "image" || kind === "case")) awaitPicture();
  const screen = place ? screenOf(place) : (SCREEN_OF_FIRST_WORD.get(first) ?? SCREEN_OF_WORD.get(word));
  // Failed parts are loaded again when they are shown.
  const ignore = () => {};
  if (kind === "textbook") {
    const opened = isAhead ? null : (place?.steps.at(-1)?.id ?? null);
    void import("#textbook/TextbookPage.tsx").then((page) => page.prefetchReader(opened), ignore);
  }
  await Promise.all([
    screen?.prefetch(),
    ...(word === "manage"
      ? [import("#manage/ManagePage.tsx").then(({ prefetchSection }) => prefetchSection(section), ignore)]
      : []),
  ]);
}

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: CrashedPage });

/**
 * In a frame of another site every URL contains this parameter, because the server allows only such pages to be framed.
 */
const FRAMED = {
  getParentRoute: () => rootRoute,
  search: { middlewares: [retainSearchParams<{ embed?: string | undefined }>(["embed"])] },
  validateSearch: ({ embed }: Record<string, unknown>): { embed?: string | undefined } => ({
    embed: embed === "1" ? embed : undefined,
  }),
};

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
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/account", component: AccountPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/work-groups", component: WorkGroupsPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/links", component: LinksPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/to-review", component: ToReviewPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/join", component: JoinPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/register", component: RegistrationPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/registration", component: CompleteRegistrationPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/reset", component: ResetPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/confirm-email", component: ConfirmEmailPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$site/choose-content", component: ChooseContentPage }),
  createRoute({ ...FRAMED, path: "/$site/manage", component: ManagePage }),
  createRoute({ ...FRAMED, path: "/$site/manage/$section", component: ManagePage }),
  createRoute({ ...FRAMED, path: "/share/$", component: SharedPage }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/$",
    component: PlaceScreen,
    // A screen that is not loaded when it is to be shown appears 300 ms late (`lazyPart`).
    beforeLoad: ({ location, preload }) => prefetchScreen(location.pathname, preload),
  }),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch: formatSearch,
  trailingSlash: "preserve",
  scrollRestoration: true,
  // The screen of a link is preloaded while the pointer or the focus is on it.
  defaultPreload: "intent",
  defaultPreloadDelay: 0,
  // Until then the previous page stays.
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultPendingComponent: ScreenWaiting,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
