import { Switch } from "@mantine/core";
import type { Tally } from "@parfocal/core/counting/tally.ts";
import type { TallyResult } from "@parfocal/core/counting/tally-result.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useTranslation } from "react-i18next";
import { PanelPart } from "#ui/PanelPart.tsx";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import { CategoryBar } from "./CategoryBar.tsx";
import { CategoryEditor } from "./CategoryEditor.tsx";
import { CountExport } from "./CountExport.tsx";
import classes from "./Counting.module.css";
import { CountPicker } from "./CountPicker.tsx";
import type { CountingState, CountingStore } from "./counting-store.ts";
import { FrameForm } from "./FrameForm.tsx";
import { frameShape } from "./frame-shape.ts";
import { TallyTable } from "./TallyTable.tsx";
import type { Marks } from "./useMarks.ts";

interface CountingPanelProps {
  readonly viewer: SlideViewer;
  readonly store: CountingStore;
  readonly state: CountingState;
  readonly marks: Marks;
  readonly result: TallyResult;
  readonly pixelSizeUm: PixelSizeUm;
  readonly viewCenter: SlidePoint;
  /** Whether the frame moves with the view. */
  readonly isFollowing: boolean;
  /** Whether clicks and keys count. */
  readonly isCounting: boolean;
  /** Null: annotations are not allowed. */
  readonly onKeep: (() => void) | null;
  readonly onClose: () => void;
}

export function CountingPanel(props: CountingPanelProps) {
  const { viewer, store, state, marks, result, pixelSizeUm, viewCenter, isFollowing, isCounting, onKeep, onClose } =
    props;
  const { t } = useTranslation();
  const { active } = state;
  const { frame } = active;
  return (
    <SlidePanel
      title={t("counting.title")}
      onClose={onClose}
      size="wide"
      footer={<CountingFooter viewer={viewer} store={store} state={state} marks={marks} result={result} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of its contents, as on the slide */}
      <div onKeyDown={marks.handleKeys}>
        <CountingNotes isStored={state.isStored} isCounting={isCounting} said={marks.said} />
        <TallyTable result={result} isFollowing={isFollowing} />
        <PanelPart title={t("counting.frame")}>
          <FrameForm
            frame={frame}
            onChange={marks.changeFrame}
            getViewCenter={() => viewer.getView().center}
            onShow={frame.center && (() => viewer.showShape(frameShape(frame, pixelSizeUm), { isAnimated: true }))}
          />
        </PanelPart>
        <PanelPart title={t("counting.categories")}>
          <CategoryEditor tally={active} onChange={(change: (tally: Tally) => Tally) => void store.change(change)} />
        </PanelPart>
        <PanelPart title={t("counting.out")}>
          <CountExport tally={active} pixelSizeUm={pixelSizeUm} viewCenter={viewCenter} onKeep={onKeep} />
        </PanelPart>
        <PanelPart title={`${t("counting.count")}: ${active.name}`}>
          <CountPicker store={store} state={state} />
          <Switch
            mt="sm"
            label={t("counting.staysShown")}
            checked={state.staysShown}
            onChange={({ currentTarget: { checked } }) => store.setStaysShown(checked)}
          />
        </PanelPart>
      </div>
    </SlidePanel>
  );
}

type CountingFooterProps = Pick<CountingPanelProps, "viewer" | "store" | "state" | "marks" | "result">;

/** The category bar. After each of its actions the focus returns to the slide. */
function CountingFooter({ viewer, store, state, marks, result }: CountingFooterProps) {
  const onSlideAgain = (action: () => void) => (): void => {
    action();
    viewer.focus();
  };
  return (
    <CategoryBar
      result={result}
      chosenId={marks.chosenId}
      isErasing={marks.isErasing}
      canUndo={state.canUndo}
      canRedo={state.canRedo}
      onChoose={({ id }) => onSlideAgain(() => marks.choose(id))()}
      onErase={onSlideAgain(marks.toggleErasing)}
      onUndo={onSlideAgain(store.undo)}
      onRedo={onSlideAgain(store.redo)}
      onHere={onSlideAgain(marks.putInView)}
    />
  );
}

interface CountingNotesProps {
  readonly isStored: boolean;
  readonly isCounting: boolean;
  readonly said: string;
}

/** Whether the count is stored, how to count, and the last event. */
function CountingNotes({ isStored, isCounting, said }: CountingNotesProps) {
  const { t } = useTranslation();
  return (
    <>
      {!isStored && (
        <p className={classes.problem} role="alert">
          {t("counting.notKept")}
        </p>
      )}
      {isCounting ? (
        <>
          <p className={classes.hint} data-for="mouse">
            {t("counting.hintMouse")}
          </p>
          <p className={classes.hint} data-for="touch">
            {t("counting.hintTouch")}
          </p>
        </>
      ) : (
        <p className={classes.problem}>{t("counting.whileAnnotating")}</p>
      )}
      <p className={classes.said} role="status">
        {said}
      </p>
    </>
  );
}
