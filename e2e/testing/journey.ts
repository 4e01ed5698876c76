/** What every journey begins with: `test` and `expect` against the run's server, and signing in. */
import { test as base, type Page } from "@playwright/test";
import { SERVER_URL } from "./one-server-for-all.ts";
import { loginOf, type Person } from "./people.ts";
import { DEMO_PASSWORD } from "./running-server.ts";

export { expect } from "@playwright/test";
export { DEMO_PASSWORD, loginOf, type Person };

/** Where the server of the run is, without a slash at its end. */
export function serverOfTheRun(): string {
  const url = process.env[SERVER_URL];
  if (!url) throw new Error("Journeys run through `npm run e2e`, which starts their server.");
  return url;
}

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern's names
  baseURL: async ({}, use) => use(serverOfTheRun()),
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
