/** Sandboxed part of `convertPlainImage`. */
import { runTask } from "../sandbox/run-task.ts";
import { type DecodeOrder, decodePlainImage } from "./decode-plain-image.ts";

await runTask<DecodeOrder>(decodePlainImage);
