import { Button, Switch } from "@mantine/core";
import {
  type Icon,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMove,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconLayersIntersect,
  IconLayersSubtract,
  IconLayersUnion,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import { useIsTouch } from "#ui/touch.ts";
import classes from "./AnnotatorEditingPanel.module.css";
import { ChangeSeveral } from "./ChangeSeveral.tsx";
import type { AnnotationHistory } from "./useAnnotationHistory.ts";
import type { SelectedAnnotations } from "./useSelectedAnnotations.ts";

interface AnnotatorEditingPanelProps {
  readonly board: AnnotationBoard;
  readonly selected: SelectedAnnotations;
  readonly history: AnnotationHistory;
  readonly canPaste: boolean;
  /** Whether a tap adds to the selection and a finger draws the selection box. */
  readonly isSeveral: boolean;
  readonly onSeveral: (isSeveral: boolean) => void;
  /** Whether the selected annotations are being moved together. */
  readonly isTogether: boolean;
  readonly onTogether: () => void;
  readonly onTogetherEnd: (isCommitted: boolean) => void;
  readonly onClose: () => void;
}

/** Named undo and redo, and actions for the selected annotations, as an alternative to the keyboard. */
export function AnnotatorEditingPanel(props: AnnotatorEditingPanelProps) {
  const { t } = useTranslation();
  return (
    <SlidePanel title={t("annotationEditing.panel")} onClose={props.onClose}>
      <HistoryButtons history={props.history} />
      <Selection {...props} />
    </SlidePanel>
  );
}

function HistoryButtons({ history: { undoName, redoName, undo, redo } }: Pick<AnnotatorEditingPanelProps, "history">) {
  const { t } = useTranslation();
  const undoText = undoName && t("annotationEditing.undoAction", { action: t(`annotationEditing.action_${undoName}`) });
  const redoText = redoName && t("annotationEditing.redoAction", { action: t(`annotationEditing.action_${redoName}`) });
  return (
    <section aria-label={t("annotationEditing.history")} className={classes.group}>
      <Action
        icon={IconArrowBackUp}
        text={undoText ?? t("annotationEditing.nothingToUndo")}
        isOff={!undoText}
        onClick={undo}
      />
      <Action
        icon={IconArrowForwardUp}
        text={redoText ?? t("annotationEditing.nothingToRedo")}
        isOff={!redoText}
        onClick={redo}
      />
    </section>
  );
}

function Selection(props: AnnotatorEditingPanelProps) {
  const { t } = useTranslation();
  const { board, selected, canPaste, isSeveral, onSeveral, isTogether, onTogether, onTogetherEnd } = props;
  const { chosen, canChange, canCombine, combine } = selected;
  const isNone = chosen.length === 0;
  const isTouch = useIsTouch();
  if (isTogether) {
    return (
      <section aria-label={t("annotationEditing.selection")} className={classes.group}>
        <p className={classes.count}>{t("annotationEditing.movingTogether")}</p>
        <Button size="sm" onClick={() => onTogetherEnd(true)}>
          {t("annotationEditing.done")}
        </Button>
        <Button size="sm" variant="default" onClick={() => onTogetherEnd(false)}>
          {t("annotationEditing.cancel")}
        </Button>
      </section>
    );
  }
  return (
    <section aria-label={t("annotationEditing.selection")} className={classes.group}>
      <p className={classes.count} aria-live="polite">
        {isTouch && isNone
          ? t("annotationEditing.touchNone")
          : t("annotationEditing.selected", { count: chosen.length })}
      </p>
      <Switch
        label={t("annotationEditing.selectSeveral")}
        checked={isSeveral}
        onChange={(event) => onSeveral(event.currentTarget.checked)}
      />
      <div className={classes.pair}>
        <Button size="sm" variant="default" onClick={() => board.selectMany(board.annotations.map(({ id }) => id))}>
          {t("annotationEditing.selectAll")}
        </Button>
        <Button size="sm" variant="default" disabled={isNone} onClick={() => board.select(null)}>
          {t("annotationEditing.selectNone")}
        </Button>
      </div>
      <Action
        icon={IconCopy}
        text={t("annotationEditing.copy")}
        isOff={isNone}
        onClick={() => toClipboard(selected.copy())}
      />
      <Action
        icon={IconCut}
        text={t("annotationEditing.cut")}
        isOff={isNone}
        onClick={() => toClipboard(selected.cut())}
      />
      <Action
        icon={IconClipboard}
        text={t("annotationEditing.paste")}
        isOff={!canPaste}
        onClick={() => selected.paste(null)}
      />
      <Action icon={IconCopyPlus} text={t("annotationEditing.duplicate")} isOff={isNone} onClick={selected.duplicate} />
      <Action icon={IconTrash} text={t("annotationEditing.deleteSelected")} isOff={isNone} onClick={selected.remove} />
      <Action
        icon={IconArrowsMove}
        text={t("annotationEditing.moveTogether")}
        isOff={!canChange}
        onClick={onTogether}
      />
      {chosen.length > 1 && <ChangeSeveral selected={selected} />}
      <h3 className={classes.heading}>{t("annotationEditing.combine")}</h3>
      <Action
        icon={IconLayersUnion}
        text={t("annotationEditing.unite")}
        isOff={!canCombine}
        onClick={() => combine("unite")}
      />
      <Action
        icon={IconLayersSubtract}
        text={t("annotationEditing.subtract")}
        isOff={!canCombine}
        onClick={() => combine("subtract")}
      />
      <Action
        icon={IconLayersIntersect}
        text={t("annotationEditing.intersect")}
        isOff={!canCombine}
        onClick={() => combine("intersect")}
      />
    </section>
  );
}

/** Also writes to the system clipboard if the browser allows it. The copy is already in Parfocal's own clipboard. */
function toClipboard(text: string | null): void {
  if (text === null || !navigator.clipboard) return;
  navigator.clipboard.writeText(text).catch(() => undefined);
}

interface ActionProps {
  readonly icon: Icon;
  readonly text: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function Action({ icon: ActionIcon, text, isOff, onClick }: ActionProps) {
  return (
    <Button
      className={classes.action}
      size="sm"
      variant="subtle"
      color="gray"
      justify="flex-start"
      disabled={isOff}
      leftSection={<ActionIcon size={18} stroke={1.5} aria-hidden />}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
