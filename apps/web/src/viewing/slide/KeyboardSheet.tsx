import { Modal, Switch } from "@mantine/core";
import { DRAWN_TYPE_NAMES } from "@parfocal/core/annotation/annotation-types.ts";
import type { SlidePlanes } from "@parfocal/core/image/image.contract.ts";
import { useTranslation } from "react-i18next";
import { CONTINUOUS_KEY, FREEHAND_KEY, TOOL_KEYS, typeTextKey } from "#annotation/drawing-tools.ts";
import { REVIEW_KEYS } from "#annotation/review-keys.ts";
import { EDITING_KEYS, type EditingKeyAction } from "#annotation-editing/editing-keys.ts";
import { MEASURING_KEYS } from "#measuring/measuring-keys.ts";
import { useSession } from "#platform/session.tsx";
import { type KeyRow, KeyRows } from "#ui/KeyRows.tsx";
import classes from "./KeyboardSheet.module.css";
import { SLIDE_COMMANDS } from "./slide-commands.ts";
import { SLIDE_FEATURE_NAMES, slideFeature } from "./slide-features.ts";

interface KeyboardSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly areLettersOn: boolean;
  readonly onLettersChange: (areOn: boolean) => void;
  /** Planes of the slide on the page. */
  readonly planes: SlidePlanes | null;
}

const editingKeys = (...actions: readonly EditingKeyAction[]): string =>
  actions.flatMap((action) => EDITING_KEYS[action]).join(" ");

/** All keys, and the switch that turns single letters off (WCAG 2.2, 2.1.4 Character Key Shortcuts). */
export function KeyboardSheet({ isOpen, onClose, areLettersOn, onLettersChange, planes }: KeyboardSheetProps) {
  const { t } = useTranslation();
  const isExpert = useSession().can("annotateAsExpert");
  const key = (command: keyof typeof SLIDE_COMMANDS): string => SLIDE_COMMANDS[command].shortcut;
  const onSlide: KeyRow[] = [
    ["← → ↑ ↓", t("slide.viewArrows")],
    [`${key("zoomIn")} ${key("zoomOut")}`, `${t("slide.zoomIn")}, ${t("slide.zoomOut")}`],
    ["1 … 7", "1.25× … 80×"],
    [key("fit"), t("slide.fit")],
    [key("rotateRight"), t("slide.rotateRight")],
    [key("rotateLeft"), t("slide.rotateLeft")],
    [key("fullscreen"), t("slide.fullscreen")],
  ];
  const onPage: KeyRow[] = [
    [key("annotate"), t("slide.keyAnnotate")],
    [key("nextAnnotation"), t("slide.keyNextAnnotation")],
    [key("previousAnnotation"), t("slide.keyPreviousAnnotation")],
    [key("toggleAnnotations"), t("slide.keyToggleAnnotations")],
    [key("toggleSidebar"), t("slide.keySidebar")],
    ...SLIDE_FEATURE_NAMES.map(slideFeature).map(({ command, label }): KeyRow => [key(command), t(label)]),
    [key("copyLink"), t("slide.copyLink")],
    [key("share"), t("slide.share")],
    [`${key("toggleMore")} ${key("toggleLabels")}`, `${t("slide.moreTools")}, ${t("slide.toolNames")}`],
    [key("toggleSurround"), t("slide.keyToggleSurround")],
    [`${key("previousSlide")} ${key("nextSlide")}`, t("slide.keyNeighbours")],
    [key("showKeyboard"), t("slide.keysTitle")],
  ];
  const annotating: KeyRow[] = [
    ...DRAWN_TYPE_NAMES.map((name): KeyRow => [TOOL_KEYS[name], t(`annotation.${typeTextKey(name)}`)]),
    [FREEHAND_KEY, t("annotation.freehand")],
    [CONTINUOUS_KEY, t("annotation.continuous")],
    ["Space", t("slide.keyPlacePoint")],
    ["Enter", t("annotation.finish")],
    ["Ctrl+Enter", t("annotation.save")],
    ["Esc", t("annotation.stop")],
    [editingKeys("paint"), t("annotationEditing.paint")],
    [editingKeys("quick"), t("annotationEditing.quick")],
    [editingKeys("brushSmaller", "brushLarger"), t("annotationEditing.brushSize")],
    [
      editingKeys("previousHandle", "nextHandle"),
      `${t("annotationEditing.previousHandle")}, ${t("annotationEditing.nextHandle")}`,
    ],
  ];
  const editing: KeyRow[] = [
    [editingKeys("undo"), t("annotation.undo")],
    [editingKeys("redo"), t("annotation.redo")],
    ["Shift+↖", t("slide.keyChooseSeveral")],
    [editingKeys("selectAll"), t("annotationEditing.selectAll")],
    ["Ctrl+C", t("annotationEditing.copy")],
    ["Ctrl+X", t("annotationEditing.cut")],
    ["Ctrl+V", t("annotationEditing.paste")],
    [editingKeys("duplicate"), t("annotationEditing.duplicate")],
    [editingKeys("remove"), t("annotationEditing.deleteSelected")],
    ["Alt+↑ Alt+↓", t("slide.keyMoveInList")],
  ];
  const reviewing: KeyRow[] = [
    [REVIEW_KEYS.convert, t("annotation.reviewConvert")],
    [REVIEW_KEYS.publish, t("annotation.reviewPublish")],
    [REVIEW_KEYS.decline, t("annotation.reviewDecline")],
    [REVIEW_KEYS.next, t("annotation.reviewSkip")],
    [REVIEW_KEYS.back, t("annotation.reviewBack")],
  ];
  const measuring = MEASURING_KEYS.map(({ keys, meaning }): KeyRow => [keys, t(meaning)]);
  const ofPlanes: KeyRow[] = [
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
        <KeyTable title={t("slide.editing")} rows={editing} />
        {isExpert && <KeyTable title={t("slide.review")} rows={reviewing} />}
        <KeyTable title={t("measuring.keysTitle")} rows={measuring} />
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

function KeyTable({ title, rows }: { readonly title: string; readonly rows: readonly KeyRow[] }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <KeyRows rows={rows} />
    </section>
  );
}
