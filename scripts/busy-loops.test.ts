import { expect, it } from "vitest";
import { startBusyLoops } from "./busy-loops.ts";

const cpuMs = () => process.cpuUsage().user / 1000;

it("busy loops use the processor until they are stopped", async () => {
  const before = cpuMs();
  const stop = startBusyLoops(2);
  await expect.poll(() => cpuMs() - before).toBeGreaterThan(300);
  expect(await stop()).toBe(2);
});
