/** What every journey begins with: `test` and `expect` against the run's server, and signing in. */
import { test as base, type Page } from "@playwright/test";
import { SERVER_URL } from "./one-server-for-all.ts";
import { DEMO_PASSWORD } from "./running-server.ts";

export { expect } from "@playwright/test";

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern's names
  baseURL: async ({}, use) => {
    const url = process.env[SERVER_URL];
    if (!url) throw new Error("Journeys run through `npm run e2e`, which starts their server.");
    await use(url);
  },
});

export type DemoRole = "admin" | "teacher" | "expert" | "learner";

export const loginOf = (role: DemoRole): string => `${role}@demo.test`;

/** Types the log-in into the form, as a person does; ends on the first page after it. */
export async function signInByForm(page: Page, role: DemoRole, password = DEMO_PASSWORD): Promise<void> {
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: /e-?mail|user ?name|login/i }).fill(loginOf(role));
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/**
 * Opens a session for the page's browser context without the form, for journeys about something else.
 *
 * @param serverUrl of a server that the journey has started itself; else the run's.
 * @returns what unsafe calls through `page.request` have to carry.
 */
export async function signIn(
  page: Page,
  role: DemoRole,
  serverUrl = process.env[SERVER_URL] as string,
): Promise<{ headers: Record<string, string> }> {
  const origin = new URL(serverUrl).origin;
  const answer = await page.request.post(`${origin}/api/session`, {
    headers: { origin },
    data: { login: loginOf(role), password: DEMO_PASSWORD },
  });
  if (!answer.ok())
    throw new Error(`Signing in as ${role} was answered with ${answer.status()}: ${await answer.text()}`);
  const { nonce } = (await answer.json()) as { nonce: string };
  return { headers: { origin, "x-nonce": nonce } };
}
