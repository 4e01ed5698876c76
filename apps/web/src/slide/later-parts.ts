/**
 * Parts that are fetched once the slide's first tiles are asked for: until then every kilobyte of script keeps the
 * picture waiting.
 */
import { lazy } from "react";
import { untilFetched } from "#ui/until-fetched.ts";

const importSidebar = () => untilFetched(() => import("#annotation/AnnotationSidebar.tsx"));
const importPopup = () => untilFetched(() => import("#annotation/AnnotationPopup.tsx"));
const importDeleteDialog = () => untilFetched(() => import("#annotation/DeleteAnnotationDialog.tsx"));
const importKeyboardSheet = () => untilFetched(() => import("./KeyboardSheet.tsx"));
const importInformation = () => untilFetched(() => import("./SlideInformation.tsx"));
const importChannels = () => untilFetched(() => import("./ChannelPanel.tsx"));
const importPlaneBar = () => untilFetched(() => import("./PlaneBar.tsx"));
const importStates = () => untilFetched(() => import("./SlideStates.tsx"));

export const AnnotationSidebar = lazy(() => importSidebar().then((part) => ({ default: part.AnnotationSidebar })));
export const AnnotationPopup = lazy(() => importPopup().then((part) => ({ default: part.AnnotationPopup })));
export const DeleteAnnotationDialog = lazy(() =>
  importDeleteDialog().then((part) => ({ default: part.DeleteAnnotationDialog })),
);
export const KeyboardSheet = lazy(() => importKeyboardSheet().then((part) => ({ default: part.KeyboardSheet })));
export const SlideInformation = lazy(() => importInformation().then((part) => ({ default: part.SlideInformation })));
/** Only for slides that have channels, focus planes or points in time. */
export const ChannelPanel = lazy(() => importChannels().then((part) => ({ default: part.ChannelPanel })));
export const PlaneBar = lazy(() => importPlaneBar().then((part) => ({ default: part.PlaneBar })));
/** In place of a slide that cannot be looked at (yet). */
export const SlideNotReady = lazy(() => importStates().then((part) => ({ default: part.SlideNotReady })));
export const SlideLoadFailed = lazy(() => importStates().then((part) => ({ default: part.SlideLoadFailed })));

/** Fetches what the slide page may need, while the server is there: one must be able to work on when it is not. */
export async function fetchLaterParts(): Promise<void> {
  await Promise.allSettled([
    importSidebar(),
    importPopup(),
    importDeleteDialog(),
    importKeyboardSheet(),
    importInformation(),
  ]);
}
