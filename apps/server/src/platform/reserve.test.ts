/** Health and sign-in respond while all other database connections are in use. */
import { getHealth } from "@parfocal/core/platform/health.contract.ts";
import { openSession } from "@parfocal/core/session/session.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, MAX_CONNECTIONS, type TestServer } from "#testing/test-server.ts";

const PASSWORD = "correct horse battery";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** Occupies all connections of the platform's database while `work` runs. */
async function whileAllAreTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  let giveBack = (): void => {};
  const untilGivenBack = new Promise<void>((resolve) => {
    giveBack = resolve;
  });
  const taken: Promise<void>[] = [];
  const holders = Array.from(
    { length: MAX_CONNECTIONS },
    () =>
      new Promise<void>((isConnected, failed) => {
        const connected = server.platform.database.connection().execute(async (connection) => {
          await sql`SELECT 1`.execute(connection);
          isConnected();
          await untilGivenBack;
        });
        taken.push(connected.catch(failed));
      }),
  );
  try {
    await Promise.all(holders);
    return await work();
  } finally {
    giveBack();
    await Promise.all(taken);
  }
}

it("health and sign-in respond while all other connections are in use", async () => {
  const site = await buildSite(server);
  const user = await buildUser(site, { password: PASSWORD });
  const [health, session] = await whileAllAreTaken(() =>
    Promise.all([
      sendCall(server, getHealth),
      sendCall(server, openSession, { siteId: site.id, body: { login: user.email, password: PASSWORD } }),
    ]),
  );
  expect([health.status, health.answer]).toEqual([200, { status: "ok", version: "0.0.0-test" }]);
  expect([session.status, session.answer.user.id]).toEqual([200, user.id]);
});
