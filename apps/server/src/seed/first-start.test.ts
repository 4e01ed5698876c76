import { afterEach, expect, it } from "vitest";
import { accountsOf, addAccount } from "#account/manage-accounts.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { openFirstSite, setUpOnFirstStart } from "./first-start.ts";

let server: TestServer;
afterEach(() => server.close());

const PASSWORD = "correct horse battery";
const accounts = async () =>
  (await accountsOf(server.platform.database, DEFAULT_SITE_ID)).map(({ email, role }) => [email, role]);
const start = (config: { isDemoEnabled: boolean; demoPassword: string | null }) => setUpOnFirstStart(server, config);

it("without the demo the first start creates a site and no account; the console adds the first administrator", async () => {
  server = await createTestServer();
  expect(await start({ isDemoEnabled: false, demoPassword: null })).toEqual({ accounts: [], password: "" });
  expect(await accounts()).toEqual([]);
  await addAccount(server.platform.database, DEFAULT_SITE_ID, {
    email: "ada@example.org",
    displayName: "Ada",
    role: "administrator",
    password: PASSWORD,
  });
  expect(await start({ isDemoEnabled: true, demoPassword: null })).toBeNull();
  expect(await accounts()).toEqual([["ada@example.org", "administrator"]]);
});

it("an administrator can be created before the first start", async () => {
  server = await createTestServer();
  for (const _ of [1, 2]) await openFirstSite(server, "Parfocal");
  const account = { email: "ada@example.org", displayName: "Ada", role: "administrator", password: PASSWORD } as const;
  await addAccount(server.platform.database, DEFAULT_SITE_ID, account);
  expect(await start({ isDemoEnabled: false, demoPassword: null })).toBeNull();
});

it("with a password given, the start without the demo creates one administrator, for tests", async () => {
  server = await createTestServer();
  const first = await start({ isDemoEnabled: false, demoPassword: PASSWORD });
  expect(first?.accounts.map(({ login }) => login)).toEqual(["admin@demo.test"]);
  expect(await accounts()).toEqual([["admin@demo.test", "administrator"]]);
});
