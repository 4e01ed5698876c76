/** What `completeLevelsInJail` lets run in a jail. */
import { carryOutOrder } from "../jail/carry-out-order.ts";
import { openSlideFile } from "../open-slide-file.ts";
import { withExtraLevels } from "../pyramid/extra-levels.ts";
import { completeLevels } from "./complete-levels.ts";
import type { CompleteLevelsOrder } from "./complete-levels-in-jail.ts";

await carryOutOrder<CompleteLevelsOrder>(async ({ slidePath, extraLevelsPath, outputPath }, onProgress) => {
  const slide = await openSlideFile(slidePath);
  const source = extraLevelsPath === null ? slide : withExtraLevels(slide, await openSlideFile(extraLevelsPath));
  return completeLevels(source, outputPath, { onProgress });
});
