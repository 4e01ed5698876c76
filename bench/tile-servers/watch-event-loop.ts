/**
 * Loaded into a server before its own code (`node --import`): on SIGUSR2 it reports the delay of its event loop since
 * the last signal.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

const NS_PER_MS = 1e6;
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
process.on("SIGUSR2", () => {
  const [p50, p95, most] = [delays.percentile(50), delays.percentile(95), delays.max].map((ns) => ns / NS_PER_MS);
  process.stdout.write(`event loop ${p50} ${p95} ${most}\n`);
  delays.reset();
});
