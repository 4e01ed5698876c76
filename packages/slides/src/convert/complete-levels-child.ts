/** Sandboxed part of `completeLevelsInSandbox`. */

import { openSlideFile } from "../open-slide-file.ts";
import { withExtraLevels } from "../pyramid/extra-levels.ts";
import { runTask } from "../sandbox/run-task.ts";
import { completeLevels } from "./complete-levels.ts";
import type { CompleteLevelsOrder } from "./complete-levels-in-sandbox.ts";

await runTask<CompleteLevelsOrder>(async ({ slidePath, extraLevelsPath, outputPath }, onProgress) => {
  const slide = await openSlideFile(slidePath);
  const source = extraLevelsPath === null ? slide : withExtraLevels(slide, await openSlideFile(extraLevelsPath));
  return completeLevels(source, outputPath, { onProgress });
});
