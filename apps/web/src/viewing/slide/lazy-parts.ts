/**
 * Parts that are loaded once the slide's first tiles are requested: before that, every kilobyte of script delays the
 * image. Tools with a panel are in slide-features.ts.
 */
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { SLIDE_FEATURE_NAMES, SLIDE_FEATURES } from "./slide-features.ts";

const importSidebar = () => import("#annotation/AnnotationSidebar.tsx");
const importPopup = () => import("#annotation/AnnotationPopup.tsx");
const importAnnotationWorkspace = () => import("#annotation/AnnotationWorkspace.tsx");
const importKeyboardSheet = () => import("./KeyboardSheet.tsx");
const importMoreTools = () => import("./MoreTools.tsx");
const importStates = () => import("./SlideStates.tsx");

export const AnnotationSidebar = lazyPartWithTexts(importSidebar, (part) => part.AnnotationSidebar);
export const AnnotationPopup = lazyPartWithTexts(importPopup, (part) => part.AnnotationPopup);
export const AnnotationWorkspace = lazyPartWithTexts(importAnnotationWorkspace, (part) => part.AnnotationWorkspace);
export const KeyboardSheet = lazyPartWithTexts(importKeyboardSheet, (part) => part.KeyboardSheet);
export const MoreTools = lazyPartWithTexts(importMoreTools, (part) => part.MoreTools);
/** Only for slides that have channels, focus planes or points in time. */
export const ChannelPanel = lazyPartWithTexts(
  () => import("./ChannelPanel.tsx"),
  (part) => part.ChannelPanel,
);
export const PlaneBar = lazyPartWithTexts(
  () => import("./PlaneBar.tsx"),
  (part) => part.PlaneBar,
);
/** Shown in place of a slide that cannot be opened (yet). */
export const SlideNotReady = lazyPartWithTexts(importStates, (part) => part.SlideNotReady);
export const SlideLoadFailed = lazyPartWithTexts(importStates, (part) => part.SlideLoadFailed);

/** Loads what the slide page may need while the server can be reached, so that the page works offline. */
export async function fetchLaterParts(): Promise<void> {
  const tools = SLIDE_FEATURE_NAMES.map((name) => SLIDE_FEATURES[name].Component);
  const parts = [AnnotationSidebar, AnnotationPopup, AnnotationWorkspace, KeyboardSheet, MoreTools, ...tools];
  await Promise.all(parts.map(({ prefetch }) => prefetch()));
}
