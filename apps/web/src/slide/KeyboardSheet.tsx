import { Kbd, Modal, Switch } from "@mantine/core";
import { DRAWN_TYPE_NAMES } from "@parfocal/core/annotation/annotation-types.ts";
import type { SlidePlanes } from "@parfocal/core/image/image.contract.ts";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { CONTINUOUS_KEY, FREEHAND_KEY, TOOL_KEYS, typeTextKey } from "#annotation/drawing-tools.ts";
import classes from "./KeyboardSheet.module.css";
import { SLIDE_COMMANDS } from "./slide-commands.ts";

interface KeyboardSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly areLettersOn: boolean;
  readonly onLettersChange: (areOn: boolean) => void;
  /** Of the slide on the page. */
  readonly planes: SlidePlanes | null;
}

type Row = readonly [keys: string, meaning: string];

/** All keys, and the switch that turns single letters off (WCAG 2.2, 2.1.4 Character Key Shortcuts). */
export function KeyboardSheet({ isOpen, onClose, areLettersOn, onLettersChange, planes }: KeyboardSheetProps) {
  const { t } = useTranslation();
  const key = (command: keyof typeof SLIDE_COMMANDS): string => SLIDE_COMMANDS[command].shortcut;
  const onSlide: Row[] = [
    ["← → ↑ ↓", t("slide.viewArrows")],
    [`${key("zoomIn")} ${key("zoomOut")}`, `${t("slide.zoomIn")}, ${t("slide.zoomOut")}`],
    ["1 … 7", "1.25× … 80×"],
    [key("fit"), t("slide.fit")],
    [key("rotateRight"), t("slide.rotateRight")],
    [key("rotateLeft"), t("slide.rotateLeft")],
    [key("fullscreen"), t("slide.fullscreen")],
  ];
  const onPage: Row[] = [
    [key("annotate"), t("slide.keyAnnotate")],
    [key("nextAnnotation"), t("slide.keyNextAnnotation")],
    [key("previousAnnotation"), t("slide.keyPreviousAnnotation")],
    [key("toggleAnnotations"), t("slide.keyToggleAnnotations")],
    [key("toggleSidebar"), t("slide.keySidebar")],
    [key("toggleInformation"), t("slide.information")],
    [key("toggleSurround"), t("slide.keyToggleSurround")],
    [`${key("previousSlide")} ${key("nextSlide")}`, t("slide.keyNeighbours")],
    [key("showKeyboard"), t("slide.keysTitle")],
  ];
  const annotating: Row[] = [
    ...DRAWN_TYPE_NAMES.map((name): Row => [TOOL_KEYS[name], t(`annotation.${typeTextKey(name)}`)]),
    [FREEHAND_KEY, t("annotation.freehand")],
    [CONTINUOUS_KEY, t("annotation.continuous")],
    ["Space", t("slide.keyPlacePoint")],
    ["Enter", t("annotation.finish")],
    ["Ctrl+Z", t("annotation.undo")],
    ["Ctrl+Y", t("annotation.redo")],
    ["Ctrl+Enter", t("annotation.save")],
    ["Esc", t("annotation.stop")],
  ];
  const ofPlanes: Row[] = [
    ...((planes?.depths ?? 1) > 1 ? ([["Shift+↑ Shift+↓", t("slide.keyFocus")]] as const) : []),
    ...((planes?.depths ?? 1) > 1 ? ([["Alt+↕", t("slide.keyFocusWheel")]] as const) : []),
    ...((planes?.times ?? 1) > 1 ? ([["Shift+← Shift+→", t("slide.keyTime")]] as const) : []),
    ...((planes?.channels.length ?? 0) > 0
      ? ([
          [key("toggleChannels"), t("slide.keyChannels")],
          [key("nextChannelAlone"), t("slide.keyChannelAlone")],
        ] as const)
      : []),
  ];
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("slide.keysTitle")}
      size="xl"
      closeButtonProps={{ "aria-label": t("slide.close") }}
    >
      <div className={classes.columns}>
        <KeyTable title={t("slide.keysOnSlide")} rows={onSlide} />
        <KeyTable title={t("slide.keysOnPage")} rows={onPage} />
        <KeyTable title={t("slide.keysWhileAnnotating")} rows={annotating} />
        {ofPlanes.length > 0 && <KeyTable title={t("slide.keysOfPlanes")} rows={ofPlanes} />}
      </div>
      <Switch
        mt="lg"
        label={t("slide.keysSwitch")}
        checked={areLettersOn}
        onChange={(event) => onLettersChange(event.currentTarget.checked)}
      />
    </Modal>
  );
}

function KeyTable({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <dl className={classes.table}>
        {rows.map(([keys, meaning]) => (
          <Fragment key={keys}>
            <dt>
              {keys.split(" ").map((one) => (
                <Kbd key={one} size="sm">
                  {one}
                </Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
