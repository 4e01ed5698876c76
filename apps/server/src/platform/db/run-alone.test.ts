import { beforeAll, expect, it } from "vitest";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { runIfAlone, runOneAtATime } from "./run-alone.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

it("does nothing while another one is running, and runs again afterwards, also after a failure", async () => {
  const { database } = server.platform;
  const first = gate();
  const started = gate();
  const running = runIfAlone(database, "test alone", async () => {
    started.open();
    await first.opened;
    throw new Error("failed");
  });
  await started.opened;
  expect(await runIfAlone(database, "test alone", async () => "second")).toBeNull();
  expect(await runIfAlone(database, "another name", async () => "other")).toBe("other");
  first.open();
  await expect(running).rejects.toThrow("failed");
  expect(await runIfAlone(database, "test alone", async () => "third")).toBe("third");
});

it("one waits for the other", async () => {
  const { database } = server.platform;
  const order: string[] = [];
  const first = gate();
  const started = gate();
  const running = runOneAtATime(database, "test one at a time", async () => {
    started.open();
    await first.opened;
    order.push("first");
  });
  await started.opened;
  const waiting = runOneAtATime(database, "test one at a time", async () => order.push("second"));
  first.open();
  await Promise.all([running, waiting]);
  expect(order).toEqual(["first", "second"]);
});
