/** Actions for the selected annotations: copy, paste, delete, move, change, combine. */
import { idOfDrawnType, NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { maxZoomOf, resolutionOfZoom } from "@parfocal/core/geometry/zoom.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { message } from "@parfocal/core/messages.ts";
import {
  type AreaShape,
  differenceOf,
  intersectionOf,
  isArea,
  unionOf,
} from "@parfocal/viewer/annotation/shape-clipping.ts";
import { tidyShape } from "@parfocal/viewer/annotation/shape-paths.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import {
  ANNOTATION_CHANNEL,
  type AnnotationFields,
  fieldsOfAnnotation,
  type ListedAnnotation,
  scopeOfImage,
} from "#annotation/annotation-outbox.ts";
import type { UndoableName, UndoableStep } from "#annotation/annotation-undo.ts";
import { showWhereItIs } from "#annotation/annotator-fields.ts";
import type { AnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import type { OutboxRequest } from "#platform/outbox/outbox-entry.ts";
import { useSession } from "#platform/session.tsx";
import {
  type Clipboard,
  type ClipboardPlace,
  copyOf,
  pastedShapes,
  readClipboard,
  writeClipboard,
} from "./annotation-clipboard.ts";
import { changedFields, type SeveralChange } from "./change-several.ts";
import { keepCopied, readCopied } from "./stored-clipboard.ts";

type CombineName = "unite" | "subtract" | "intersect";

const COMBINE: Readonly<Record<CombineName, (shapes: readonly AreaShape[]) => AreaShape | null>> = {
  unite: unionOf,
  subtract: ([first, ...others]) => (first ? differenceOf(first, others) : null),
  intersect: intersectionOf,
};

interface SelectedPlace {
  readonly image: Image & { readonly slideInformation: NonNullable<Image["slideInformation"]> };
  readonly board: AnnotationBoard;
  readonly viewer: SlideViewer;
}

export interface SelectedAnnotations {
  /** In list order. */
  readonly chosen: readonly ListedAnnotation[];
  /** @returns the copy as text; null: nothing selected that can be copied. */
  readonly copy: () => string | null;
  /** Copies immediately, and asks before it deletes. */
  readonly cut: () => string | null;
  /** @param text null: the user's last copy in this browser. */
  readonly paste: (text: string | null) => void;
  readonly duplicate: () => void;
  /** Asks for confirmation. Source: spec part 1, section 8. */
  readonly remove: () => void;
  /** Whether all of them can be changed, and their original shapes are loaded. */
  readonly canChange: boolean;
  readonly changeAll: (change: SeveralChange) => void;
  /** Whether they can be combined: at least two areas, all editable. */
  readonly canCombine: boolean;
  readonly combine: (how: CombineName) => void;
  /** Saves shapes that were changed together. */
  readonly reshape: (changed: readonly { readonly id: number; readonly shape: Shape }[], name: UndoableName) => void;
}

/** The request for one annotation of an action, and its step in the history. */
interface PlannedStep {
  readonly change: Pick<OutboxRequest, "subjectId" | "action" | "fields" | "base">;
  /** @param id final ID of the annotation. */
  readonly doneAs: (id: number) => UndoableStep;
}

const creation = (fields: AnnotationFields): PlannedStep => ({
  change: { subjectId: NEW_ANNOTATION_ID, action: "create", fields: { ...fields } },
  doneAs: (id) => ({ kind: "create", id, fields }),
});

const removal = (annotation: ListedAnnotation): PlannedStep => ({
  change: { subjectId: annotation.id, action: "remove", fields: { title: annotation.title } },
  doneAs: (id) => ({ kind: "remove", id, annotation }),
});

function update(annotation: ListedAnnotation, after: AnnotationFields): PlannedStep {
  const before = fieldsOfAnnotation(annotation);
  return {
    change: { subjectId: annotation.id, action: "update", fields: { ...after }, base: { ...before } },
    doneAs: (id) => ({ kind: "change", id, before, after }),
  };
}

const areaOf = ({ geometry }: ListedAnnotation): AreaShape | null => {
  const read = parseWkt(geometry);
  return read.ok && isArea(read.shape) ? read.shape : null;
};

/** Deletion of a single annotation is done by the confirmation dialog. */
function askToRemove(board: AnnotationBoard, chosen: readonly ListedAnnotation[], removeAll: () => void): void {
  const [first, second] = chosen;
  if (!first) return;
  if (!second) {
    board.showDialog({ action: "delete", annotation: first });
    return;
  }
  const remove = (): void => {
    board.select(null);
    removeAll();
  };
  board.showDialog({ action: "deleteSeveral", count: chosen.length, remove });
}

/** Whether the original shapes are loaded; shows a message while they are loading. */
function areWhole(chosen: readonly ListedAnnotation[], t: TFunction): boolean {
  const areThere = chosen.every(({ isSimplified }) => !isSimplified);
  if (!areThere) showSuccess(t("annotationEditing.shapesOnTheirWay"));
  return areThere;
}

/** @returns a function that queues the steps of one undoable action and returns the queued steps. */
function carryOutOn(imageId: number, { outbox, actions }: AnnotationBoard) {
  return async (name: UndoableName, steps: readonly PlannedStep[]): Promise<UndoableStep[]> => {
    if (!outbox) return [];
    const request = { channel: ANNOTATION_CHANNEL, scope: scopeOfImage(imageId), place: window.location.pathname };
    try {
      const ids = await outbox.addMany(steps.map(({ change }) => ({ ...request, ...change })));
      const done = steps.flatMap(({ doneAs }, index) => {
        const id = ids[index] ?? null;
        return id === null ? [] : [doneAs(id)];
      });
      actions.emit({ name, steps: done });
      if (done.length < steps.length) showFailure(new AppError("notFound", message("generic.failed")));
      return done;
    } catch (error) {
      showFailure(error);
      return [];
    }
  };
}

function clipboardPlaceOf(
  { id, slideInformation: slide }: SelectedPlace["image"],
  viewer: SlideViewer,
): ClipboardPlace {
  const { micronsPerPixel: x, micronsPerPixelY, width, height } = slide;
  const pixelSizeUm = x === null || x <= 0 ? null : { x, y: micronsPerPixelY ?? x };
  return { imageId: id, width, height, pixelSizeUm, center: viewer.getView().center };
}

function reshaped(
  slide: { readonly width: number; readonly height: number },
  annotation: ListedAnnotation,
  shape: Shape,
  typeId: number,
): PlannedStep {
  const geometry = formatWkt(tidyShape(shape, slide));
  return update(annotation, { ...fieldsOfAnnotation(annotation), typeId, geometry, measurement: null });
}

export function useSelectedAnnotations({ image, board, viewer }: SelectedPlace): SelectedAnnotations {
  const { t } = useTranslation();
  const { site, user } = useSession();
  const copiedBy = { siteId: site.id, userId: user?.id ?? 0 };
  const { annotations, selectedIds } = board;
  const slide = image.slideInformation;
  const carryOut = carryOutOn(image.id, board);
  const chosen = annotations.filter(({ id }) => selectedIds.has(id));
  const canChange = chosen.length > 0 && chosen.every((one) => one.userCanEdit && !one.isSimplified);
  const copy = (): string | null => {
    if (!areWhole(chosen, t)) return null;
    const copied = copyOf(chosen, clipboardPlaceOf(image, viewer));
    if (copied.annotations.length === 0) return null;
    const text = writeClipboard(copied);
    keepCopied(copiedBy, text);
    showSuccess(t("annotationEditing.copied", { count: copied.annotations.length }));
    return text;
  };
  const remove = (): void => {
    if (!chosen.every(({ userCanDelete }) => userCanDelete)) {
      showSuccess(t("annotationEditing.cannotChange"));
      return;
    }
    askToRemove(board, chosen, () => void carryOut("remove", chosen.map(removal)));
  };
  const put = async (clipboard: Clipboard): Promise<void> => {
    const { zoom } = viewer.getView();
    const resolution = resolutionOfZoom(zoom, maxZoomOf(slide));
    const shapes = pastedShapes(clipboard, clipboardPlaceOf(image, viewer), resolution);
    if (!shapes) {
      showSuccess(t("annotationEditing.doesNotFit"));
      return;
    }
    const placed = { imageId: image.id, zoom, workGroupId: board.drawnIn };
    const steps = clipboard.annotations.map(({ shape: _shape, ...copied }, index) => {
      const geometry = formatWkt(tidyShape(shapes[index] as Shape, slide));
      const title = copied.title || copied.content ? copied.title : t("annotationEditing.quickTitle");
      return creation({ ...copied, ...placed, title, geometry, measurement: null });
    });
    const done = await carryOut("paste", steps);
    showWhereItIs(board);
    board.selectMany(done.flatMap((step) => (step.kind === "create" ? [step.id] : [])));
  };

  return {
    chosen,
    copy,
    cut() {
      const text = copy();
      if (text !== null) remove();
      return text;
    },
    paste(text) {
      const clipboard = readClipboard(text ?? readCopied(copiedBy) ?? "");
      if (clipboard) void put(clipboard);
      else showSuccess(t("annotationEditing.nothingToPaste"));
    },
    duplicate() {
      if (!areWhole(chosen, t)) return;
      const copied = copyOf(chosen, clipboardPlaceOf(image, viewer));
      if (copied.annotations.length > 0) void put(copied);
    },
    remove,
    canChange,
    changeAll(change) {
      const steps = chosen.flatMap((annotation) => {
        const after = changedFields(annotation, change);
        return after ? [update(annotation, after)] : [];
      });
      void carryOut("change", steps);
    },
    canCombine: canChange && chosen.length >= 2 && chosen.every((one) => one.userCanDelete && areaOf(one) !== null),
    combine(how) {
      const [first, ...others] = chosen;
      const combined = COMBINE[how](chosen.flatMap((one) => areaOf(one) ?? []));
      if (!first) return;
      if (!combined) {
        showSuccess(t("annotationEditing.nothingLeft"));
        return;
      }
      board.select(first.id);
      const keepsOthers = how === "subtract";
      void carryOut("combine", [
        reshaped(slide, first, combined, idOfDrawnType("polygon")),
        ...(keepsOthers ? [] : others.map(removal)),
      ]);
    },
    reshape(changed, name) {
      const steps = changed.flatMap(({ id, shape }) => {
        const annotation = annotations.find((one) => one.id === id);
        return annotation ? [reshaped(slide, annotation, shape, annotation.typeId)] : [];
      });
      void carryOut(name, steps);
    },
  };
}
