/**
 * Before each test file: what a test waits for may take as long as a busy machine needs. The libraries' second is too short
 * for a screen that is imported late while another worker computes; a test that would fail still ends before its own limit.
 */
import { vi } from "vitest";

const WAIT_MS = 15_000;

const waitAtMost = vi.waitFor;
// Files of a worker share `vi`: it is replaced once.
if (waitAtMost.name !== "waitPatiently")
  vi.waitFor = function waitPatiently(callback, options) {
    return waitAtMost(callback, typeof options === "number" ? options : { timeout: WAIT_MS, ...options });
  };

if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: WAIT_MS });
}
