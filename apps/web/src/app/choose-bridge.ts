/** Which host the pages are shown by: the only place that distinguishes hosts. */
import { standaloneBridge } from "#media/standalone-bridge.ts";
import type { HostBridge } from "#platform/host-bridge.ts";

/** The frame's adapter is fetched only in frames that our element has made. */
export async function chooseBridge(page: Window): Promise<HostBridge> {
  if (page.parent === page || !page.name.startsWith("parfocal-frame ")) return standaloneBridge;
  const [{ createFrameBridge }, { readFrameName }] = await Promise.all([
    import("./frame/frame-bridge.ts"),
    import("./frame/frame-messages.ts"),
  ]);
  const options = readFrameName(page.name);
  return options ? createFrameBridge(options, page) : standaloneBridge;
}
