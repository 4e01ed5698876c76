/** Replaces the decoder in tests of the pool: acts according to the first byte of its order. */
import { parentPort, threadId } from "node:worker_threads";
import type { DecodingAnswer, DecodingOrder } from "../codec/decoding-message.ts";

/** First bytes of orders. */
export const STUBBORN = { answer: 0, hang: 1, end: 2, throw: 3 } as const;

parentPort?.on("message", ({ bytes }: DecodingOrder) => {
  const [what] = bytes;
  if (what === STUBBORN.end) process.exit(1);
  if (what === STUBBORN.throw) throw new Error("on purpose");
  while (what === STUBBORN.hang);
  const samples = Uint8Array.of(threadId);
  const decoded = { width: 1, height: 1, channels: 1, bits: 8, isSigned: false, samples } as const;
  parentPort?.postMessage({ kind: "done", decoded } satisfies DecodingAnswer, [samples.buffer]);
});
