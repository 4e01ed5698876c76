/** The slide page's tools as commands of the command palette. */
import {
  type Icon,
  IconArrowsMaximize,
  IconBrightness,
  IconEye,
  IconKeyboard,
  IconLink,
  IconMaximize,
  IconPencil,
  IconRotate,
  IconRotateClockwise,
  IconShare,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { type PageAction, usePageActions } from "#ui/page-actions.ts";
import { SLIDE_COMMANDS, type SlideCommand } from "./slide-commands.ts";
import { SLIDE_FEATURE_NAMES, type SlideFeatureName, slideFeature } from "./slide-features.ts";

const OTHER_TOOLS = [
  { command: "annotate", label: "slide.keyAnnotate", icon: IconPencil },
  { command: "toggleAnnotations", label: "slide.keyToggleAnnotations", icon: IconEye },
  { command: "zoomIn", label: "slide.zoomIn", icon: IconZoomIn },
  { command: "zoomOut", label: "slide.zoomOut", icon: IconZoomOut },
  { command: "fit", label: "slide.fit", icon: IconArrowsMaximize },
  { command: "rotateRight", label: "slide.rotateRight", icon: IconRotateClockwise },
  { command: "rotateLeft", label: "slide.rotateLeft", icon: IconRotate },
  { command: "fullscreen", label: "slide.fullscreen", icon: IconMaximize },
  { command: "copyLink", label: "slide.copyLink", icon: IconLink },
  { command: "share", label: "slide.share", icon: IconShare },
  { command: "toggleSurround", label: "slide.keyToggleSurround", icon: IconBrightness },
  { command: "showKeyboard", label: "slide.keyboard", icon: IconKeyboard },
] as const satisfies readonly { command: SlideCommand; label: string; icon: Icon }[];

interface Situation {
  readonly image: SeenImage;
  readonly isOffered: (name: SlideFeatureName) => boolean;
  readonly canAnnotate: boolean;
  readonly canShare: boolean;
  readonly commands: Readonly<Record<SlideCommand, () => void>>;
}

/** @param isHidden whether the page shows no tools at all. */
export function useSlideActions(situation: Omit<Situation, "canShare"> & { readonly isHidden: boolean }): void {
  const { t } = useTranslation();
  const { can } = useSession();
  usePageActions(() => (situation.isHidden ? [] : slideActions(t, { ...situation, canShare: can("learn") })));
}

function slideActions(t: TFunction, situation: Situation): PageAction[] {
  const { image, isOffered, canAnnotate, canShare, commands } = situation;
  const hidden: readonly SlideCommand[] = [
    ...(canAnnotate ? [] : (["annotate"] as const)),
    ...(canShare ? [] : (["share"] as const)),
  ];
  const features = SLIDE_FEATURE_NAMES.filter(isOffered)
    .map(slideFeature)
    .filter(({ whyNot }) => !whyNot?.(image));
  return [...features, ...OTHER_TOOLS.filter(({ command }) => !hidden.includes(command))].map(
    ({ command, label, icon }) => ({
      key: `tool-${command}`,
      title: t(label),
      icon,
      shortcut: SLIDE_COMMANDS[command].shortcut,
      run: commands[command],
    }),
  );
}
