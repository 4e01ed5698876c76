/** Chooses the bridge to the host that embeds the pages: the only code that distinguishes hosts. */
import { standaloneBridge } from "#media/standalone-bridge.ts";
import type { HostBridge } from "#platform/host-bridge.ts";

/** The frame's adapter is loaded only in frames created by our element. */
export async function chooseBridge(page: Window): Promise<HostBridge> {
  if (page.parent === page || !page.name.startsWith("parfocal-frame ")) return standaloneBridge;
  const [{ createFrameBridge }, { readFrameName }] = await Promise.all([
    import("./frame/frame-bridge.ts"),
    import("./frame/frame-messages.ts"),
  ]);
  const options = readFrameName(page.name);
  return options ? createFrameBridge(options, page) : standaloneBridge;
}
