/** What every journey begins with: `test` and `expect` against the worker's server, and signing in. */
import { test as base, type Page } from "@playwright/test";
import { loginOf, type Person } from "./people.ts";
import { DEMO_PASSWORD, type RunningServer } from "./running-server.ts";
import { sharedServer, shareServer } from "./shared-server.ts";

export { expect } from "@playwright/test";
export { DEMO_PASSWORD, loginOf, type Person };

/** Where the server is that this journey shares with those before it, without a slash at its end. */
export const serverOfTheRun = (): string => sharedServer().url;

/** Longer than running-server.ts waits, whose error says more. */
const SERVER_WITHIN_MS = 150_000;

export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern's names
    async ({}, use) => shareServer(use),
    { scope: "worker", auto: true, timeout: SERVER_WITHIN_MS },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

/** Types the log-in into the form, as a person does; ends on the first page after it. */
export async function signInByForm(page: Page, person: Person, password = DEMO_PASSWORD): Promise<void> {
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "Email or user name" }).fill(loginOf(person));
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/**
 * Opens a session for the page's browser context without the form, for journeys about something else.
 *
 * @param serverUrl of a server that the journey has started itself; else the run's.
 */
export async function signIn(page: Page, person: Person, serverUrl = serverOfTheRun()): Promise<void> {
  const answer = await page.request.post(`${serverUrl}/api/session`, {
    headers: { origin: serverUrl },
    data: { login: loginOf(person), password: DEMO_PASSWORD },
  });
  if (!answer.ok())
    throw new Error(`Signing in as ${person} was answered with ${answer.status()}: ${await answer.text()}`);
}
