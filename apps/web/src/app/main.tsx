/** Entry point of the site: languages first, then the screens. */
import { parsePublicPath } from "@parfocal/core/item/public-path.ts";
import { parseSharedPath } from "@parfocal/core/share/share-path.ts";
import { createRoot } from "react-dom/client";
import { setRequestIdentity } from "#platform/request-identity.ts";
import "@fontsource-variable/source-sans-3/wght.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "../ui/palette.css";
import "./page.css";
import { setHostBridge } from "#platform/host-bridge.ts";
import { readSignInSearch } from "#session/sign-in-search.ts";
import { App } from "./App.tsx";
import { chooseBridge } from "./choose-bridge.ts";
import { startI18n } from "./i18n.ts";
import { prefetchScreen } from "./routes.tsx";

const SCREEN_AWAITED_MS = 150;

const root = document.getElementById("root");
if (!root) throw new Error("index.html lacks its root element");

void start(root);

/**
 * Not awaited by this module, because scripts loaded in this time import from it, which would cause a deadlock.
 */
async function start(element: HTMLElement): Promise<void> {
  setRequestIdentity({ siteId: siteOf(window.location) });
  setHostBridge(await chooseBridge(window));
  const languages = startI18n();
  const screen = prefetchScreen(window.location.pathname);
  await languages;
  // The screen is preloaded by the page (server/web-page). If it is late, the shell is shown without it.
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, SCREEN_AWAITED_MS))]);
  createRoot(element).render(<App />);
}

/** The site in the URL, in its share link, or in the redirect path of the sign-in page; null: the server's choice. */
function siteOf({ pathname, search }: Location): number | null {
  const { next } = readSignInSearch(Object.fromEntries(new URLSearchParams(search)));
  const path = pathname === "/sign-in" ? (next ?? "") : pathname;
  const shared = parseSharedPath(path.split("?", 1)[0] ?? "");
  if (shared) return shared.siteId;
  const [site = ""] = path.split("/").filter((part) => part !== "");
  return parsePublicPath(`/${site}/`)?.siteId ?? null;
}
