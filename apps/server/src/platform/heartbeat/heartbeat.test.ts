import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { deleteHeartbeatsAndOutages } from "#testing/delete-heartbeats-and-outages.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { steadyNow } from "../http/arrival.ts";
import { startHeartbeat } from "./heartbeat.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
afterAll(() => deleteHeartbeatsAndOutages(server));

/** @param sinceS seconds from the last heartbeat to the start; null: there was none. @returns what the start logs. */
async function startAfter(sinceS: number | null) {
  await deleteHeartbeatsAndOutages(server);
  if (sinceS !== null)
    await sql`INSERT INTO server_heartbeat (id, beat_at) VALUES (1, ${new Date(steadyNow() - sinceS * 1_000)})`.execute(
      server.owner,
    );
  const log = { info: vi.fn(), error: vi.fn(), warn: vi.fn(), debug: vi.fn() };
  const heartbeat = startHeartbeat({ ...server.platform, log: log as never });
  await heartbeat.stop();
  expect([log.warn.mock.calls, log.debug.mock.calls]).toEqual([[], []]);
  const secondsIn = (calls: readonly unknown[][]) => calls.map(([fields]) => (fields as { seconds: number }).seconds);
  return { info: secondsIn(log.info.mock.calls), error: secondsIn(log.error.mock.calls) };
}

it("a start with a clock set back is logged as an error: running quizzes end later (REL-16)", async () => {
  const { info, error } = await startAfter(-3_600);
  expect(info).toEqual([]);
  expect(Math.abs((error[0] ?? 0) - 3_600)).toBeLessThan(60);
});

it("a start after a gap reports its length; one without a gap reports nothing", async () => {
  const { info, error } = await startAfter(3_600);
  expect(error).toEqual([]);
  expect(Math.abs((info[0] ?? 0) - 3_600)).toBeLessThan(60);
  expect(await startAfter(null)).toEqual({ info: [], error: [] });
});
