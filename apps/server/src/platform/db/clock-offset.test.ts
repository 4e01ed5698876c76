import { beforeAll, expect, it } from "vitest";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { measureClockOffset } from "./clock-offset.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

it("is zero on the database's machine", async () => {
  // The clock that PostgreSQL reads too; that of `performance` drifts.
  expect(await measureClockOffset(server.platform.database, Date.now)).toBe(0);
});

it("corrects a wrong clock to the time of the database", async () => {
  const { database } = server.platform;
  for (const wrongByMs of [-90_000, 4_000]) {
    const offsetMs = await measureClockOffset(database, () => performance.timeOrigin + performance.now() + wrongByMs);
    expect(Math.abs(offsetMs + wrongByMs)).toBeLessThan(2_000);
  }
});
