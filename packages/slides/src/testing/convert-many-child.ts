/** Sandbox script: converts many plain images, one after the other, each as `convertPlainImage` would. */

import { type DecodeOrder, decodePlainImage } from "../convert/decode-plain-image.ts";
import { runTask } from "../sandbox/run-task.ts";

export interface ConvertManyOrder {
  readonly orders: readonly DecodeOrder[];
}

/** For each image the reason why it was not converted; null: it was converted. */
export type ConvertManyReport = readonly (string | null)[];

await runTask<ConvertManyOrder>(async ({ orders }, onProgress): Promise<ConvertManyReport> => {
  const failures: (string | null)[] = [];
  for (const order of orders) {
    failures.push(
      await decodePlainImage(order, () => {}).then(
        () => null,
        (error: unknown) => String(error),
      ),
    );
    onProgress(failures.length / orders.length);
  }
  return failures;
});
