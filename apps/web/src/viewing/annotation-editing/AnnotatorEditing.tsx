import { createRubberBand, type RubberBand } from "@parfocal/viewer/annotation/rubber-band.ts";
import { useEffect, useRef, useState } from "react";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { useLatest } from "#ui/useLatest.ts";
import { AnnotatorEditingPanel } from "./AnnotatorEditingPanel.tsx";
import { useAnnotationHistory } from "./useAnnotationHistory.ts";
import { useClipboardEvents, useEditingKeys } from "./useEditingKeys.ts";
import { useSelectedAnnotations } from "./useSelectedAnnotations.ts";

interface AnnotatorEditingProps extends AnnotationFeatureProps {
  /** Whether keys and clipboard apply to this slide, if there are several on the page. Default: yes. */
  readonly isActive?: boolean;
}

/** Editing of existing annotations by keyboard, pointer and panel. */
export function AnnotatorEditing(props: AnnotatorEditingProps) {
  const { viewer, image, board, annotator, isActive = true, isOpen, onClose } = props;
  const [isSeveral, setSeveral] = useState(false);
  const [isTogether, setTogether] = useState(false);
  const band = useRef<RubberBand | null>(null);
  const history = useAnnotationHistory(image.id, board);
  const selected = useSelectedAnnotations({ image, board, viewer });
  const latest = useLatest({ board, selected, history, annotator });

  useEffect(() => {
    const part = viewer.use(
      createRubberBand({
        annotations: viewer.annotations,
        onChosen: (ids) => latest.current.board.selectMany(ids.filter((id) => typeof id === "number")),
        onToggle: (id) => typeof id === "number" && latest.current.board.toggleSelected(id),
      }),
    );
    band.current = part;
    return () => part.destroy();
  }, [viewer]);
  useEffect(() => band.current?.setAlways(isSeveral), [isSeveral]);
  useEffect(() => {
    const stops = [
      viewer.on("editedTogether", (changed) => {
        const own = changed.flatMap(({ id, shape }) => (typeof id === "number" ? [{ id, shape }] : []));
        latest.current.selected.reshape(own, "move");
      }),
      viewer.on("drawingState", ({ canFinish, isDrawing, editedId }) => {
        if (!canFinish || isDrawing || editedId !== null) setTogether(false);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer]);
  useEditingKeys({ viewer, latest, isActive });
  useClipboardEvents({ latest, isActive });

  if (!isOpen) return null;
  return (
    <AnnotatorEditingPanel
      board={board}
      selected={selected}
      history={history}
      canPaste={image.userCanAnnotate && board.outbox !== null}
      isSeveral={isSeveral}
      onSeveral={setSeveral}
      isTogether={isTogether}
      onTogether={() => {
        viewer.annotations.startEditingTogether(selected.chosen.map(({ id }) => id));
        setTogether(true);
        viewer.focus();
      }}
      onTogetherEnd={(isCommitted) => {
        if (isCommitted) viewer.annotations.finishEditing();
        else viewer.annotations.cancelEditing();
        setTogether(false);
      }}
      onClose={onClose}
    />
  );
}
