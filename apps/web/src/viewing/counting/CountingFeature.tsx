/** Counting on the slide page: a frame, categories with keys, and the results. */
import { Switch } from "@mantine/core";
import type { FrameSettings } from "@parfocal/core/counting/counting-frame.ts";
import { markAt, type Tally, withMark, withoutMark } from "@parfocal/core/counting/tally.ts";
import { tallyResult } from "@parfocal/core/counting/tally-result.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { MARK_REACH_PX } from "@parfocal/viewer/counting/counting-painting.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { ANNOTATION_CHANNEL, scopeOfImage } from "#annotation/annotation-outbox.ts";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { PanelPart } from "#ui/PanelPart.tsx";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import { CategoryBar } from "./CategoryBar.tsx";
import { CategoryEditor } from "./CategoryEditor.tsx";
import { CountExport } from "./CountExport.tsx";
import classes from "./Counting.module.css";
import { CountPicker } from "./CountPicker.tsx";
import { FrameForm } from "./FrameForm.tsx";
import { frameShape } from "./frame-shape.ts";
import { annotationsOfTally } from "./keep-as-annotations.ts";
import { TallyTable } from "./TallyTable.tsx";
import { useCountingKeys } from "./useCountingKeys.ts";
import { useCountingOnSlide, useViewCenter } from "./useCountingOnSlide.ts";
import { useCountingStore } from "./useCountingStore.ts";

/** An id for an item that the outbox is to number. */
const NOT_NUMBERED = -1;
/** Two marks of one category that are nearer on the screen are one cell clicked twice, px. */
const APART_PX = 5;

export function CountingFeature(props: AnnotationFeatureProps) {
  const { micronsPerPixel, micronsPerPixelY } = props.image.slideInformation;
  const x = micronsPerPixel ?? 0;
  const pixelSizeUm = useMemo(() => ({ x, y: micronsPerPixelY ?? x }), [x, micronsPerPixelY]);
  return x > 0 ? <CountingOnSlide {...props} pixelSizeUm={pixelSizeUm} /> : null;
}

interface CountingOnSlideProps extends AnnotationFeatureProps {
  readonly pixelSizeUm: PixelSizeUm;
}

function CountingOnSlide({ viewer, image, board, annotator, isOpen, onClose, pixelSizeUm }: CountingOnSlideProps) {
  const { t } = useTranslation();
  const [store, state] = useCountingStore(image.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isErasing, setErasing] = useState(false);
  const [said, setSaid] = useState("");
  const { active } = state;
  const { frame, categories } = active;
  const chosenId = categories.find(({ id }) => id === chosen)?.id ?? categories[0]?.id ?? 0;
  const isFollowing = frame.kind !== "none" && frame.center === null;
  const viewCenter = useViewCenter(viewer, isFollowing && (isOpen || state.staysShown));
  const result = useMemo(() => tallyResult(active, pixelSizeUm, viewCenter), [active, pixelSizeUm, viewCenter]);
  const isCounting = isOpen && annotator.state.mode === "off";

  const nameOf = (categoryId: number): string => categories.find(({ id }) => id === categoryId)?.name ?? "";
  const put = (categoryId: number, at: SlidePoint): void => {
    const apart = counting?.reach(APART_PX) ?? 0;
    const options = { pixelSizeUm, viewCenter: viewer.getView().center, apart };
    const isPut = store.change((tally) => withMark(tally, categoryId, at, options));
    const number = store.state().active.marks.filter((mark) => mark.categoryId === categoryId).length;
    setSaid(t(isPut ? "counting.putSaid" : "counting.putAgain", { name: nameOf(categoryId), number }));
  };
  const removeAt = (at: SlidePoint): void => {
    const mark = markAt(active.marks, at, counting?.reach(MARK_REACH_PX) ?? 0);
    if (mark) store.change((tally) => withoutMark(tally, mark.id));
    setSaid(mark ? t("counting.removedSaid", { name: nameOf(mark.categoryId) }) : t("counting.nothingHere"));
  };
  const place = (): SlidePoint => counting?.place() ?? viewer.getView().center;
  const changeFrame = (change: (before: FrameSettings) => FrameSettings): void => {
    store.change((tally) => {
      const changed = change(tally.frame);
      return changed === tally.frame ? tally : { ...tally, frame: changed };
    });
  };
  const counting = useCountingOnSlide(viewer, {
    tally: active,
    pixelSizeUm,
    viewCenter,
    isShown: isOpen || state.staysShown,
    isCounting,
    actions: {
      onPut: (at) => (isErasing ? removeAt(at) : put(chosenId, at)),
      onRemove: () => removeAt(place()),
      onUndo: store.undo,
      onRedo: store.redo,
      onFrame: (change) => changeFrame((before) => ({ ...before, ...change })),
      onEnd: onClose,
    },
  });
  const actions = {
    categories,
    put: (id: number) => put(id, place()),
    remove: () => removeAt(place()),
    undo: store.undo,
    redo: store.redo,
  };
  const handleKeys = useCountingKeys(viewer, isCounting ? actions : null);
  const { outbox } = board;
  const canKeep = image.userCanAnnotate && outbox !== null;

  async function keepAsAnnotations(): Promise<void> {
    if (!outbox) return;
    const { zoom, center } = viewer.getView();
    const kept = annotationsOfTally(active, { imageId: image.id, pixelSizeUm, viewCenter: center, zoom });
    const request = { channel: ANNOTATION_CHANNEL, scope: scopeOfImage(image.id), place: window.location.pathname };
    try {
      const steps = [];
      for (const { fields } of kept) {
        const id = await outbox.add({ ...request, subjectId: NOT_NUMBERED, action: "create", fields: { ...fields } });
        steps.push({ kind: "create" as const, id, fields });
      }
      board.actions.emit({ name: "create", steps });
      const number = kept.reduce((sum, { markCount }) => sum + markCount, 0);
      showSuccess(t("counting.keptAnnotations", { number }));
    } catch (error) {
      showFailure(error);
    }
  }

  if (!isOpen) return null;
  const onSlideAgain = (action: () => void) => (): void => {
    action();
    viewer.focus();
  };
  return (
    <SlidePanel
      title={t("counting.title")}
      onClose={onClose}
      size="wide"
      footer={
        <CategoryBar
          result={result}
          chosenId={chosenId}
          isErasing={isErasing}
          canUndo={state.canUndo}
          canRedo={state.canRedo}
          onChoose={({ id }) =>
            onSlideAgain(() => {
              setChosen(id);
              setErasing(false);
            })()
          }
          onErase={onSlideAgain(() => setErasing(!isErasing))}
          onUndo={onSlideAgain(store.undo)}
          onRedo={onSlideAgain(store.redo)}
          onHere={onSlideAgain(() => put(chosenId, viewer.getView().center))}
        />
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of its contents, as on the slide */}
      <div onKeyDown={handleKeys}>
        {!state.isKept && (
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
        <TallyTable result={result} isFollowing={isFollowing} />
        <PanelPart title={t("counting.frame")}>
          <FrameForm
            frame={frame}
            onChange={changeFrame}
            getViewCenter={() => viewer.getView().center}
            onShow={frame.center && (() => viewer.showShape(frameShape(frame, pixelSizeUm), { isAnimated: true }))}
          />
        </PanelPart>
        <PanelPart title={t("counting.categories")}>
          <CategoryEditor tally={active} onChange={(change: (tally: Tally) => Tally) => void store.change(change)} />
        </PanelPart>
        <PanelPart title={t("counting.out")}>
          <CountExport
            tally={active}
            pixelSizeUm={pixelSizeUm}
            viewCenter={viewCenter}
            onKeep={canKeep ? () => void keepAsAnnotations() : null}
          />
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
