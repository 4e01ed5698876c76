/**
 * Before each test file: raises the waiting limits. Vitest and Testing Library give up after one second of the
 * wall clock, which is too short on a busy machine; a longer limit costs time only if a test fails.
 */
import { vi } from "vitest";
import { PATIENCE_MS } from "./patience-ms.ts";

const PATIENT = Symbol.for("parfocal.patient");
const marked = vi as typeof vi & { [PATIENT]?: true };
if (!marked[PATIENT]) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, patiently(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patiently(options));
  marked[PATIENT] = true;
}

function patiently<Options extends { timeout?: number }>(options: Options | number = {} as Options): Options | number {
  return typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options };
}
