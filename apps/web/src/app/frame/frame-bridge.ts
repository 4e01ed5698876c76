/** The host bridge of a page that `parfocal-slide.js` shows in a page of another site. */
import { parseViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { standaloneBridge } from "#media/standalone-bridge.ts";
import { discardFirstAnswers } from "#platform/first-answers.ts";
import type { HostBridge } from "#platform/host-bridge.ts";
import { onSearchReplaced } from "#platform/replace-search.ts";
import {
  type FrameMessage,
  type FrameOptions,
  type FrameView,
  readMediaMessage,
  readTokenMessage,
} from "./frame-messages.ts";
import { createHostLibrary } from "./host-library.ts";
import { asMessage, createHostTokens } from "./host-tokens.ts";
import { createTokenTransport } from "./token-transport.ts";

interface FramedWindow {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  readonly location: { readonly pathname: string };
  addEventListener(type: "message", listen: (event: MessageEvent) => void): void;
}

export function createFrameBridge({ origin, hasTokens, hasLibrary }: FrameOptions, framed: FramedWindow): HostBridge {
  const { parent } = framed;
  const send = (message: FrameMessage) => parent.postMessage(asMessage(message), origin);
  announceChanges(framed, send);
  if (!hasTokens) return standaloneBridge;
  const tokens = createHostTokens(send);
  const library = createHostLibrary(send);
  framed.addEventListener("message", (event) => {
    const message = readTokenMessage(event, { parent, origin });
    if (message) tokens.take(message);
    const chosen = readMediaMessage(event, { parent, origin });
    if (chosen) library.take(chosen);
  });
  // They were sent with the page, which was requested without a token, so they contain a guest's view.
  discardFirstAnswers();
  const transport = createTokenTransport(tokens);
  return { ...standaloneBridge, transport, ...(hasLibrary ? { library } : {}) };
}

/** Announces the view and the selected annotation whenever the URL, which contains both, changes. */
function announceChanges({ location }: FramedWindow, send: (message: FrameMessage) => void): void {
  let lastViews = "";
  let lastSelection = "";
  onSearchReplaced((search) => {
    const path = location.pathname;
    const parameters = new URLSearchParams(search);
    const views = parameters.get("views") ?? parameters.get("view") ?? "";
    const annotation = parameters.get("annotation") ?? "";
    if (`${path} ${views}` !== lastViews) send({ type: "view", path, views: views.split(";").map(viewOf) });
    lastViews = `${path} ${views}`;
    if (annotation !== lastSelection)
      send({ type: "select", path, annotationId: annotation === "" ? null : Number(annotation) });
    lastSelection = annotation;
  });
}

function viewOf(text: string): FrameView | null {
  const view = parseViewState(text);
  return view && { center: [view.center[0], view.center[1]], zoom: view.zoom, rotation: view.rotationDeg };
}
