/**
 * Tools of the slide page that are loaded when they are first used: one row each. A feature is a component that stays
 * mounted from then on as long as the page. It shows its panel (`SlidePanel`) while it is open, and may act on the
 * slide while it is closed.
 */
import {
  type Icon,
  IconCamera,
  IconChecklist,
  IconCircleDotted,
  IconContrast,
  IconFileExport,
  IconGrid4x4,
  IconInfoCircle,
  IconPalette,
  IconPointer,
  IconRulerMeasure,
  IconTallymarks,
  IconTestPipe,
  IconVectorSpline,
  IconVectorTriangle,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { isCursorChosen } from "#cursor/cursor-chosen.ts";
import { wasGridEnabled } from "#grid/grid-cookie-flag.ts";
import { type Session, useSession } from "#platform/session.tsx";
import { type SharedLink, useSharedLink } from "#platform/shared-link.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { storedStains } from "#stain/stored-stains.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { readRemembered } from "#ui/remembered.ts";
import type { slideEn } from "./slide.en.ts";
import type { SlideCommand } from "./slide-commands.ts";

/** Headings of the button groups in the toolbar, in order. */
export const TOOL_GROUPS = ["view", "annotations", "measure", "image", "slide"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

interface SlideFeature {
  /** The command of the button and the key that open and close it. */
  readonly command: SlideCommand;
  /** Key of its name among the texts of the slide page (`slide.…`), which are available before the feature. */
  readonly label: `slide.${keyof typeof slideEn}`;
  readonly icon: Icon;
  /** `bar`: a button of its own; `more`: in the menu of further tools. On small screens all are in the menu. */
  readonly place: "bar" | "more";
  /** Heading of its button in the bar. */
  readonly group?: ToolGroup;
  /** Whether it is available for this slide and user. */
  readonly isOffered: (image: SeenImage, can: Session["can"]) => boolean;
  /**
   * Key of the text that explains why it cannot be used on this slide; null: it can. Its button and its panel show the
   * reason.
   */
  readonly whyNot?: (image: SeenImage) => "slide.needsPixelSize" | "slide.isBound" | null;
  /**
   * Whether it must be loaded together with the slide without being opened, because a setting of it was left enabled.
   */
  readonly isNeededAtOnce: (image: SeenImage) => boolean;
  readonly Component: ComponentType<AnnotationFeatureProps>;
}

/** Fluorescence channels have no stains to separate. */
const isInColour = ({ slideInformation: { planes } }: SeenImage) => (planes?.channels.length ?? 0) === 0;

const always = () => true;
const never = () => false;

/** Source: spec part 1, section 4, "Measurement"; the slide page shows the scale bar of each slide that has a pixel size. */
function whyNotMeasured({ isBound, slideInformation: { micronsPerPixel } }: SeenImage) {
  if ((micronsPerPixel ?? 0) <= 0) return "slide.needsPixelSize";
  return isBound ? "slide.isBound" : null;
}

export const SLIDE_FEATURES = {
  measureLength: {
    command: "measureLength",
    label: "slide.measureLength",
    icon: IconRulerMeasure,
    place: "bar",
    group: "measure",
    isOffered: always,
    whyNot: whyNotMeasured,
    isNeededAtOnce: never,
    Component: lazyPartWithTexts(
      () => import("#measuring/MeasuringFeature.tsx"),
      (part) => part.LengthFeature,
    ),
  },
  measureArea: {
    command: "measureArea",
    label: "slide.measureArea",
    icon: IconVectorTriangle,
    place: "bar",
    group: "measure",
    isOffered: always,
    whyNot: whyNotMeasured,
    isNeededAtOnce: never,
    Component: lazyPartWithTexts(
      () => import("#measuring/MeasuringFeature.tsx"),
      (part) => part.AreaFeature,
    ),
  },
  counting: {
    command: "toggleCounting",
    label: "slide.counting",
    icon: IconTallymarks,
    place: "bar",
    group: "measure",
    isOffered: ({ slideInformation: { micronsPerPixel } }) => (micronsPerPixel ?? 0) > 0,
    isNeededAtOnce: never,
    Component: lazyPartWithTexts(
      () => import("#counting/CountingFeature.tsx"),
      (part) => part.CountingFeature,
    ),
  },
  cellAnalysis: {
    command: "toggleCellAnalysis",
    label: "slide.cellAnalysis",
    icon: IconCircleDotted,
    place: "more",
    isOffered: ({ userCanAnnotate, slideInformation: { micronsPerPixel } }) =>
      userCanAnnotate && (micronsPerPixel ?? 0) > 0,
    isNeededAtOnce: never,
    Component: lazyPartWithTexts(
      () => import("#cell-analysis/CellAnalysisFeature.tsx"),
      (part) => part.CellAnalysisFeature,
    ),
  },
  grid: {
    command: "toggleGrid",
    label: "slide.grid",
    icon: IconGrid4x4,
    place: "bar",
    group: "measure",
    isOffered: always,
    isNeededAtOnce: ({ id }) => wasGridEnabled(document.cookie, `image-${id}`),
    Component: lazyPartWithTexts(
      () => import("#grid/GridFeature.tsx"),
      (part) => part.GridFeature,
    ),
  },
  editing: {
    command: "toggleEditing",
    label: "slide.editing",
    icon: IconVectorSpline,
    place: "more",
    isOffered: ({ userCanAnnotate }) => userCanAnnotate,
    // Its keys and its history are needed from the start.
    isNeededAtOnce: always,
    Component: lazyPartWithTexts(
      () => import("#annotation-editing/AnnotatorEditing.tsx"),
      (part) => part.AnnotatorEditing,
    ),
  },
  styles: {
    command: "toggleStyles",
    label: "slide.styles",
    icon: IconPalette,
    place: "more",
    isOffered: always,
    isNeededAtOnce: () => readRemembered("annotation-style") !== null,
    Component: lazyPartWithTexts(
      () => import("#annotation-style/AnnotationStylePanel.tsx"),
      (part) => part.AnnotationStylePanel,
    ),
  },
  exchange: {
    command: "toggleExchange",
    label: "slide.exchange",
    icon: IconFileExport,
    place: "more",
    isOffered: ({ annotationsActive }) => annotationsActive,
    // Files can be dropped and pasted while its panel is closed.
    isNeededAtOnce: ({ userCanAnnotate }) => userCanAnnotate,
    Component: lazyPartWithTexts(
      () => import("#annotation-exchange/ExchangeFeature.tsx"),
      (part) => part.ExchangeFeature,
    ),
  },
  cursor: {
    command: "toggleCursors",
    label: "slide.cursor",
    icon: IconPointer,
    place: "more",
    isOffered: always,
    isNeededAtOnce: () => isCursorChosen(document.cookie),
    Component: lazyPartWithTexts(
      () => import("#cursor/CursorFeature.tsx"),
      (part) => part.CursorFeature,
    ),
  },
  review: {
    command: "toggleReview",
    label: "slide.review",
    icon: IconChecklist,
    place: "more",
    isOffered: (_image, can) => can("annotateAsExpert"),
    isNeededAtOnce: never,
    Component: lazyPartWithTexts(
      () => import("#annotation/ReviewFeature.tsx"),
      (part) => part.ReviewFeature,
    ),
  },
  information: {
    command: "toggleInformation",
    label: "slide.information",
    icon: IconInfoCircle,
    place: "bar",
    group: "slide",
    isOffered: always,
    isNeededAtOnce: never,
    Component: lazyPartWithTexts(
      () => import("./SlideInformation.tsx"),
      (part) => part.SlideInformation,
    ),
  },
  openingView: {
    command: "toggleOpeningView",
    label: "slide.openingView",
    icon: IconCamera,
    place: "more",
    isOffered: (image) => image.userCanEdit,
    isNeededAtOnce: never,
    Component: lazyPartWithTexts(
      () => import("./OpeningViewFeature.tsx"),
      (part) => part.OpeningViewFeature,
    ),
  },
  colour: {
    command: "toggleColour",
    label: "slide.colour",
    icon: IconContrast,
    place: "bar",
    group: "image",
    isOffered: always,
    // The viewer itself applies a stored adjustment from the start (#colour/useStoredColour.ts).
    isNeededAtOnce: never,
    Component: lazyPartWithTexts(
      () => import("#colour/ColourFeature.tsx"),
      (part) => part.ColourFeature,
    ),
  },
  stains: {
    command: "toggleStains",
    label: "slide.stains",
    icon: IconTestPipe,
    place: "bar",
    group: "image",
    isOffered: isInColour,
    isNeededAtOnce: ({ id }) => storedStains(id, window.location.search) !== null,
    Component: lazyPartWithTexts(
      () => import("#stain/StainFeature.tsx"),
      (part) => part.StainFeature,
    ),
  },
} as const satisfies Record<string, SlideFeature>;

export type SlideFeatureName = keyof typeof SLIDE_FEATURES;

/** The commands that open and close features. */
export type FeatureCommand = (typeof SLIDE_FEATURES)[SlideFeatureName]["command"];

export const SLIDE_FEATURE_NAMES = Object.keys(SLIDE_FEATURES) as SlideFeatureName[];

/** Narrows the labels to those in use. */
type NamedSlideFeature = SlideFeature & { readonly label: (typeof SLIDE_FEATURES)[SlideFeatureName]["label"] };

export function slideFeature(name: SlideFeatureName): NamedSlideFeature {
  return SLIDE_FEATURES[name];
}

/**
 * Features that a share link never opens: the export of annotations. Of the information panel it opens only the slide
 * and its file.
 */
const NEVER_SHARED: readonly SlideFeatureName[] = ["exchange"];

function isInLink(name: SlideFeatureName, link: SharedLink | null): boolean {
  if (link === null) return true;
  if (name === "information") return !link.hidesInformation;
  if (name === "styles") return !link.hidesAnnotations;
  return !NEVER_SHARED.includes(name);
}

/** @returns whether a feature is available for this slide, user and page. */
export function useOfferedFeatures(image: SeenImage): (name: SlideFeatureName) => boolean {
  const { can } = useSession();
  const link = useSharedLink();
  return (name) => isInLink(name, link) && slideFeature(name).isOffered(image, can);
}

/** The feature that a command opens and closes; undefined: another command. */
export function featureOf(command: SlideCommand): SlideFeatureName | undefined {
  return SLIDE_FEATURE_NAMES.find((name) => slideFeature(name).command === command);
}
