/** Base of every journey: `test` and `expect` with the run's server, a site, and signing in. */
import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { loginOf, type Person } from "./people.ts";
import { DEMO_PASSWORD, type RunningServer, startQuietServer } from "./running-server.ts";
import { sharedServer } from "./shared-server.ts";
import { closeSites, openSessionOf, shareSiteBy, sitePath, withOwnSite } from "./sites.ts";

export { expect } from "@playwright/test";
export { DEMO_PASSWORD, loginOf, type Person, sitePath };

/** URL of the server shared by all tests, without a trailing slash. */
export const serverOfTheRun = (): string => sharedServer().url;

/** Longer than the timeout in running-server.ts, whose error is more specific. */
const SERVER_WITHIN_MS = 150_000;

interface JourneyFixtures {
  site: undefined;
  /**
   * A server that the test may stop and kill, with its people on its first site; started only for tests that use it.
   */
  ownServer: RunningServer;
}

export const test = base.extend<JourneyFixtures, { openSites: undefined }>({
  openSites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern's names
    async ({}, use) => {
      await use(undefined);
      await closeSites();
    },
    { scope: "worker", auto: true },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern's names
    async ({}, use) => withOwnSite(() => use(undefined)),
    { auto: true },
  ],
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern's names
    async ({}, use) => {
      const server = await startQuietServer();
      await use(server);
      await server.stop();
    },
    { timeout: SERVER_WITHIN_MS },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern's names
  baseURL: async ({}, use) => use(serverOfTheRun()),
});

/**
 * From here to the end of the file or group, its tests share a site; call before the `beforeAll` that creates content.
 */
export const shareSite = (): void => shareSiteBy(test);

/** The form, which leads to the test's site. */
export const openSignIn = (page: Page) => page.goto(`/sign-in?next=${encodeURIComponent(sitePath("/"))}`);

/** Types the account's login into the form, like a person; ends on the first page after it. */
export async function signInByForm(page: Page, person: Person, password = DEMO_PASSWORD): Promise<void> {
  await openSignIn(page);
  await page.getByRole("textbox", { name: "Email or username" }).fill(loginOf(person));
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/** Name of the cookie over plain HTTP. */
const SESSION_COOKIE = "sid";

/**
 * Opens a session for the page's browser context without the form, for tests of other features.
 *
 * @param serverUrl of a server that the test has started itself; default: the run's.
 */
export async function signIn(page: Page, person: Person, serverUrl = serverOfTheRun()): Promise<void> {
  const value = await openSessionOf(person, serverUrl);
  await page.context().addCookies([{ name: SESSION_COOKIE, value, url: serverUrl, httpOnly: true, sameSite: "Lax" }]);
}

/** Signs the browser out and deletes its cookies; only the cookie consent is kept (`playwright.config.ts`). */
export const forgetCookies = (context: BrowserContext): Promise<void> =>
  context.clearCookies({ name: /^(?!parfocal-consent$)/ });
