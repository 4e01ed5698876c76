/**
 * Parts that are fetched once the slide's first tiles are asked for: until then every kilobyte of script keeps the
 * picture waiting. Tools with a panel are in slide-features.ts.
 */
import { laterPart } from "#ui/later-part.ts";
import { SLIDE_FEATURE_NAMES, SLIDE_FEATURES } from "./slide-features.ts";

const importSidebar = () => import("#annotation/AnnotationSidebar.tsx");
const importPopup = () => import("#annotation/AnnotationPopup.tsx");
const importAnnotationDesk = () => import("#annotation/AnnotationDesk.tsx");
const importKeyboardSheet = () => import("./KeyboardSheet.tsx");
const importMoreTools = () => import("./MoreTools.tsx");
const importStates = () => import("./SlideStates.tsx");

export const AnnotationSidebar = laterPart(importSidebar, (part) => part.AnnotationSidebar);
export const AnnotationPopup = laterPart(importPopup, (part) => part.AnnotationPopup);
export const AnnotationDesk = laterPart(importAnnotationDesk, (part) => part.AnnotationDesk);
export const KeyboardSheet = laterPart(importKeyboardSheet, (part) => part.KeyboardSheet);
export const MoreTools = laterPart(importMoreTools, (part) => part.MoreTools);
/** Only for slides that have channels, focus planes or points in time. */
export const ChannelPanel = laterPart(
  () => import("./ChannelPanel.tsx"),
  (part) => part.ChannelPanel,
);
export const PlaneBar = laterPart(
  () => import("./PlaneBar.tsx"),
  (part) => part.PlaneBar,
);
/** In place of a slide that cannot be looked at (yet). */
export const SlideNotReady = laterPart(importStates, (part) => part.SlideNotReady);
export const SlideLoadFailed = laterPart(importStates, (part) => part.SlideLoadFailed);

/** Fetches what the slide page may need, while the server is there: one must be able to work on when it is not. */
export async function fetchLaterParts(): Promise<void> {
  const tools = SLIDE_FEATURE_NAMES.map((name) => SLIDE_FEATURES[name].Component);
  const parts = [AnnotationSidebar, AnnotationPopup, AnnotationDesk, KeyboardSheet, MoreTools, ...tools];
  await Promise.all(parts.map(({ prefetch }) => prefetch()));
}
