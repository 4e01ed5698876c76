/** A thread that decodes one image after another; started by `decodeInWorker`. */
import { parentPort } from "node:worker_threads";
import { SlideFileError } from "../slide-source.ts";
import { decodeSamples } from "./decode-samples.ts";
import type { DecodingAnswer, DecodingOrder } from "./decoding-message.ts";

async function answerTo({ codec, bytes, colours, maxPx }: DecodingOrder): Promise<DecodingAnswer> {
  try {
    return { kind: "done", decoded: await decodeSamples(codec, bytes, { colours, maxPx }) };
  } catch (error) {
    if (error instanceof SlideFileError) return { kind: "refused", reason: error.reason, message: error.message };
    return { kind: "failed", message: String(error) };
  }
}

parentPort?.on("message", async (order: DecodingOrder) => {
  const answer = await answerTo(order);
  const buffers = answer.kind === "done" ? [answer.decoded.samples.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(answer, buffers);
});
