// Slices: course, upload
import { callsOf } from "./testing/api.ts";
import {
  DEMO_PASSWORD,
  expect,
  loginOf,
  openSignIn,
  shareSite,
  signInByForm,
  sitePath,
  test,
} from "./testing/journey.ts";
import { keepPicture } from "./testing/slide-page.ts";

const FAILED = "Sign-in failed. Check your username and password, then try again.";

shareSite();
test.beforeAll(async () => {
  await (await callsOf("teacher")).addCourse("A course to arrive at");
});

test("a wrong password and an unknown login have the same message, the right one leads to the courses, and out again", async ({
  page,
}) => {
  await openSignIn(page);
  const login = page.getByRole("textbox", { name: "Email or username" });
  const password = page.getByRole("textbox", { name: "Password" });
  const signIn = page.getByRole("button", { name: "Sign in" });
  await keepPicture(page, "sign-in");

  for (const who of [loginOf("teacher"), "nobody@demo.test"]) {
    await login.fill(who);
    await password.fill("not the password");
    const answered = page.waitForResponse("**/api/session");
    await signIn.click();
    expect((await answered).status()).toBe(401);
    await expect(page.getByText(FAILED)).toBeVisible();
    await expect(password).toBeFocused();
  }

  await login.fill(loginOf("teacher"));
  await password.fill(DEMO_PASSWORD);
  await password.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Courses" })).toBeVisible();
  await expect(page).toHaveURL(sitePath("/"));

  await page.getByRole("button", { name: "Account: Theo Teacher" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(signIn).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in$/);
  const answer = await page.request.get("/api/session");
  expect((await answer.json()) as unknown).toMatchObject({ user: null });
});

test("signing in leads to the requested page", async ({ page }) => {
  await page.goto(sitePath("/upload"));
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByRole("textbox", { name: "Email or username" }).fill(loginOf("teacher"));
  await page.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === sitePath("/upload"));
  await expect(page.getByRole("heading", { level: 1, name: "Upload slides" })).toBeVisible();
});

for (const foreign of ["https://evil.example/", "//evil.example/"]) {
  test(`signing in never redirects to ${foreign}`, async ({ page, baseURL }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).origin));
    await page.goto(`/sign-in?next=${encodeURIComponent(foreign)}`);
    // A URL without a site leads to the first one, where only the administrator has an account.
    await page.getByRole("textbox", { name: "Email or username" }).fill(loginOf("admin"));
    await page.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Courses" })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(baseURL);
    expect([...new Set(asked)]).toEqual([baseURL]);
  });
}

test("a learner cannot upload, neither by link nor by URL", async ({ page }) => {
  await signInByForm(page, "learner");
  await page.getByRole("button", { name: "Account: Leo Learner" }).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Upload slides" })).toHaveCount(0);
  await page.goto(sitePath("/upload"));
  await expect(page.getByText("You do not have access")).toBeVisible();
});
