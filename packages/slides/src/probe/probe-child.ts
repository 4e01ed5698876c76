/** What `probeInJail` lets run in a jail. */
import { carryOutOrder } from "../jail/carry-out-order.ts";
import { probeSlideFile } from "../open-slide-file.ts";
import { shownDescriptionOf } from "../planes/measured-windows.ts";
import type { JailedProbe, ProbeOrder } from "./probe-in-jail.ts";

await carryOutOrder<ProbeOrder>(async ({ path }): Promise<JailedProbe> => {
  const probed = await probeSlideFile(path);
  if (probed.kind !== "slide") return probed;
  const { source } = probed;
  try {
    const annotations = (await source.readAnnotations?.()) ?? [];
    return { kind: "slide", slide: await shownDescriptionOf(source), directory: source.directory ?? null, annotations };
  } finally {
    await source.close();
  }
});
