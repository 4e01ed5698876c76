import { type Icon, IconBrightness, IconKeyboard, IconLink, IconShare } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import classes from "./MoreTools.module.css";
import { SLIDE_COMMANDS, type SlideCommand } from "./slide-commands.ts";
import { SLIDE_FEATURE_NAMES, slideFeature, useOfferedFeatures } from "./slide-features.ts";

const ICON_SIZE_PX = 20;
const ICON_STROKE = 1.5;

interface MoreToolsProps {
  readonly image: SeenImage;
  readonly isSurroundLight: boolean;
  readonly isSmallScreen: boolean;
  readonly onCommand: (command: SlideCommand) => void;
  readonly onClose: () => void;
}

/** Menu of the tools without a button of their own; on small screens all tools with a panel. */
export function MoreTools({ image, isSurroundLight, isSmallScreen, onCommand, onClose }: MoreToolsProps) {
  const { t } = useTranslation();
  const isOffered = useOfferedFeatures(image);
  const { can } = useSession();
  const mayShare = can("learn");
  const features = SLIDE_FEATURE_NAMES.filter(isOffered)
    .map(slideFeature)
    .filter(({ place }) => isSmallScreen || place === "more");
  const rows: { command: SlideCommand; label: string; icon: Icon; whyNot?: string }[] = [
    ...features.map(({ command, label, icon, whyNot }) => {
      const reason = whyNot?.(image);
      return { command, label: t(label), icon, ...(reason ? { whyNot: t(reason) } : {}) };
    }),
    ...(isSmallScreen && mayShare ? [{ command: "share", label: t("slide.share"), icon: IconShare } as const] : []),
    // On large screens guests have this command in the toolbar, where others have "Share".
    ...(isSmallScreen || mayShare
      ? [{ command: "copyLink", label: t("slide.copyLink"), icon: IconLink } as const]
      : []),
    {
      command: "toggleSurround",
      label: isSurroundLight ? t("slide.darkSurround") : t("slide.brightSurround"),
      icon: IconBrightness,
    },
    { command: "showKeyboard", label: t("slide.keyboard"), icon: IconKeyboard },
  ];
  return (
    <SlidePanel title={t("slide.moreTools")} onClose={onClose}>
      <ul className={classes.list}>
        {rows.map(({ command, label, icon: IconShape, whyNot }) => (
          <li key={command}>
            <button
              type="button"
              className={classes.tool}
              aria-keyshortcuts={SLIDE_COMMANDS[command].shortcut}
              aria-disabled={whyNot !== undefined || undefined}
              onClick={whyNot === undefined ? () => onCommand(command) : undefined}
            >
              <IconShape size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
              <span className={classes.name}>
                {label}
                {whyNot && <span className={classes.whyNot}>{whyNot}</span>}
              </span>
              <kbd className={classes.key} aria-hidden>
                {SLIDE_COMMANDS[command].shortcut}
              </kbd>
            </button>
          </li>
        ))}
      </ul>
    </SlidePanel>
  );
}
