/** The annotations of a slide as shown on the page: listed, selected and hovered annotations. */
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CommentCounts, useCommentCounts } from "#annotation-comment/annotation-comment.api.ts";
import { NOTE_CHANNEL } from "#note/note-outbox.ts";
import { sendNote } from "#note/send-note.ts";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { useOpenOutbox, useOutbox, useOutboxSnapshot } from "#platform/outbox/current-outbox.ts";
import type { Outbox, OutboxEvent } from "#platform/outbox/outbox.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { useSession } from "#platform/session.tsx";
import { useSharedLink } from "#platform/shared-link.ts";
import { useChosenWorkGroup } from "#work-group/useChosenWorkGroup.ts";
import { type ActionEvents, createActionEvents } from "./action-events.ts";
import { annotationKeys, sendAnnotation, useAnnotations } from "./annotation.api.ts";
import type { ActionDialog } from "./annotation-actions.ts";
import {
  type AnnotationChoice,
  type ClearedBy,
  choiceHere,
  choiceOf,
  clearedBy,
  isEmptyChoice,
} from "./annotation-choice.ts";
import { noteAnswered } from "./annotation-delivery.ts";
import {
  ANNOTATION_CHANNEL,
  type AnnotationViewer,
  applyOutbox,
  isMoreWaiting,
  type ListedAnnotation,
  scopeOfImage,
} from "./annotation-outbox.ts";
import { type AnnotationsSeen, NOTHING_SEEN } from "./annotations-seen.ts";
import { collectChanges } from "./gathered-news.ts";
import { FILTER_OF_SPACE, readSpace } from "./sidebar-space.ts";

const SENDERS = { [ANNOTATION_CHANNEL]: sendAnnotation, [NOTE_CHANNEL]: sendNote };
/** A page can show several slides; an event that each of them receives is reported once. */
const reported = new WeakSet<OutboxEvent>();
const NOBODY: AnnotationViewer = { id: 0, displayName: "", isExpert: false, isContentManager: false };

export interface PanTarget {
  readonly imageId: number;
  readonly id: number;
}

export interface AnnotationBoard {
  readonly filter: AnnotationFilter;
  readonly setFilter: (filter: AnnotationFilter) => void;
  /** The filter, with the work group of the filter `workgroup`. */
  readonly choice: AnnotationChoice;
  /** The group selected in Group space, independent of the current filter; null: none. */
  readonly workGroupId: number | null;
  readonly chooseWorkGroup: (id: number | null) => void;
  /** Work group of new drawings; null: none. */
  readonly drawnIn: number | null;
  /** In list order; empty if the filter is `none`, or if `clearedBy` is set. */
  readonly annotations: readonly ListedAnnotation[];
  /** By annotation ID; empty during a quiz about the slide, and for guests. */
  readonly commentCounts: CommentCounts;
  /** Why the annotations matching the filter are not listed; null: they are listed. */
  readonly clearedBy: ClearedBy;
  /** Whether annotations are enabled in this location of the slide. */
  readonly isShownHere: boolean;
  /** Whether `annotations` are complete; otherwise they are those around the view, see `seen`. */
  readonly isWhole: boolean;
  /** Number matching the filter on the whole slide. */
  readonly total: number;
  /** Loaded annotations around the view, if there are too many to load all. */
  readonly seen: AnnotationsSeen;
  readonly takeSeen: (seen: AnnotationsSeen) => void;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly reload: () => void;
  /** The selected annotation, if it is the only one. */
  readonly selected: ListedAnnotation | null;
  /** May be an annotation that is not loaded yet; null: none. */
  readonly selectedId: number | null;
  readonly select: (id: number | null) => void;
  /** All selected annotations, including `selected`. */
  readonly selectedIds: ReadonlySet<number>;
  /** Adds an annotation to the selection, or removes it. */
  readonly toggleSelected: (id: number) => void;
  readonly selectMany: (ids: readonly number[]) => void;
  /** Selects an annotation, even one outside the filter, and pans to it. */
  readonly goTo: (id: number) => void;
  /** The last requested pan target, a new object each time; null: none yet. */
  readonly panTarget: PanTarget | null;
  /** Receives the annotation actions, so that they can be undone. */
  readonly actions: ActionEvents;
  readonly hoveredId: number | null;
  readonly hover: (id: number | null) => void;
  /** Whether annotations are drawn on the slide. Selected annotations are always drawn. */
  readonly isVisible: boolean;
  readonly setVisible: (isVisible: boolean) => void;
  /** Rejected changes of this slide. */
  readonly rejected: readonly OutboxEntry[];
  readonly viewer: AnnotationViewer;
  /** The open dialog; null: none. */
  readonly dialog: ActionDialog | null;
  readonly showDialog: (question: ActionDialog | null) => void;
  /** Null if the user is not signed in. */
  readonly outbox: Outbox | null;
}

/** Opens the signed-in user's outbox and subscribes to its responses. */
function useAnnotationOutbox(viewer: AnnotationViewer): Outbox | null {
  const { t } = useTranslation();
  const { user, site, isExpired } = useSession();
  const queryClient = useQueryClient();
  const isLink = useSharedLink() !== null;
  const owner = useMemo(() => (user ? { siteId: site.id, userId: user.id } : null), [user, site.id]);
  // A share link allows no changes here; entries for other pages are still sent.
  useOpenOutbox(isLink ? undefined : owner, SENDERS, user !== null && !isExpired);
  const opened = useOutbox();
  const outbox = isLink ? null : opened;
  useEffect(() => {
    if (!outbox) return;
    const saved = collectChanges(({ length: number }) =>
      showSuccess(number === 1 ? t("annotation.saved") : t("annotation.savedSeveral", { number })),
    );
    const stop = outbox.onEvent((event) => {
      const { entry, others } = event;
      if (entry.channel !== ANNOTATION_CHANNEL || reported.has(event)) return;
      reported.add(event);
      noteAnswered(queryClient, event, viewer);
      if (event.kind === "rejected") return showFailure(event.error);
      if (entry.action !== "remove") saved.add(entry, isMoreWaiting(others, entry));
    });
    return () => {
      stop();
      saved.end();
    };
  }, [outbox, queryClient, viewer, t]);
  return outbox;
}

/** @param linkedId initially selected; null: none. */
function useSelection(linkedId: number | null) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set(linkedId === null ? [] : [linkedId]));
  const selectedId = selectedIds.size === 1 ? ([...selectedIds][0] ?? null) : null;
  const selectMany = useCallback((ids: readonly number[]) => setSelectedIds(new Set(ids)), []);
  const select = useCallback((id: number | null) => setSelectedIds(new Set(id === null ? [] : [id])), []);
  const toggleSelected = useCallback(
    (id: number) =>
      setSelectedIds((ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]))),
    [],
  );
  return { selectedIds, setSelectedIds, selectedId, selectMany, select, toggleSelected };
}

/** The signed-in user; a guest has no rights. */
function useAnnotationViewer(): AnnotationViewer {
  const { user } = useSession();
  return useMemo(
    () =>
      user
        ? {
            id: user.id,
            displayName: user.displayName,
            isExpert: user.capabilities.includes("annotateAsExpert"),
            isContentManager: user.capabilities.includes("manageContent"),
          }
        : NOBODY,
    [user],
  );
}

/** @param linkedId annotation in the URL; selected once it is loaded. */
export function useAnnotationBoard(image: Image, linkedId: number | null): AnnotationBoard {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const viewer = useAnnotationViewer();
  const outbox = useAnnotationOutbox(viewer);
  const { entries } = useOutboxSnapshot(outbox);
  const [filter, setFilter] = useState<AnnotationFilter>(() =>
    linkedId === null ? FILTER_OF_SPACE[readSpace(viewer.id)] : "all",
  );
  const [workGroupId, chooseWorkGroup] = useChosenWorkGroup(viewer.id);
  const isShownHere = image.annotationsActive;
  const choice = choiceHere(choiceOf(filter, workGroupId), isShownHere, viewer);
  const [isVisible, setVisible] = useState(true);
  const { selectedIds, setSelectedIds, selectedId, selectMany, select, toggleSelected } = useSelection(linkedId);
  const [actions] = useState(createActionEvents);
  const [panTarget, setPanTarget] = useState<PanTarget | null>(null);
  const [hoveredId, hover] = useState<number | null>(null);
  const [seen, takeSeen] = useState<AnnotationsSeen>(NOTHING_SEEN);
  const [dialog, showDialog] = useState<ActionDialog | null>(null);
  const cleared = clearedBy(filter, isShownHere, isVisible);
  const isEnabled = cleared !== "place" && !isEmptyChoice(choice);
  const { data, isPending, isError, refetch } = useAnnotations(image.id, choice, isEnabled);

  const own = useMemo(() => entries.filter(({ scope }) => scope === scopeOfImage(image.id)), [entries, image.id]);
  const isListed = cleared === null && !isEmptyChoice(choice);
  const isWhole = data?.isComplete ?? true;
  const total = data?.total ?? 0;
  const known = isWhole ? data?.annotations : seen.annotations;
  const annotations = useMemo(
    () => (isListed ? applyOutbox(known ?? [], own, choice, viewer, total) : []),
    [isListed, known, own, choice, viewer, total],
  );
  useEffect(
    () =>
      outbox?.onEvent((event) => {
        if (event.kind !== "saved") return;
        const { subjectId } = event.entry;
        const renumber = (id: number): number => (id === subjectId ? event.delivery.id : id);
        setSelectedIds((ids) => (ids.has(subjectId) ? new Set([...ids].map(renumber)) : ids));
        hover((id) => (id === null ? null : renumber(id)));
      }),
    [outbox, setSelectedIds],
  );
  const changeFilter = useCallback(
    (next: AnnotationFilter) => setFilter(next === "student" && !viewer.isExpert ? "mine" : next),
    [viewer.isExpert],
  );
  return {
    filter,
    setFilter: changeFilter,
    choice,
    workGroupId,
    chooseWorkGroup,
    drawnIn: filter === "workgroup" ? workGroupId : null,
    annotations,
    commentCounts: useCommentCounts(image.id, user !== null && data !== undefined),
    clearedBy: cleared,
    isShownHere,
    isWhole,
    total,
    seen,
    takeSeen,
    isLoading: isPending && isEnabled,
    hasFailed: isError || (!isWhole && seen.hasFailed),
    reload: () =>
      void (isError ? refetch() : queryClient.refetchQueries({ queryKey: annotationKeys.ofImage(image.id) })),
    selected: annotations.find(({ id }) => id === selectedId) ?? null,
    selectedId,
    select,
    selectedIds,
    toggleSelected,
    selectMany,
    goTo(id) {
      if (!annotations.some((annotation) => annotation.id === id)) {
        setFilter("all");
        setVisible(true);
      }
      select(id);
      setPanTarget({ imageId: image.id, id });
    },
    panTarget,
    actions,
    hoveredId,
    hover,
    isVisible,
    setVisible,
    rejected: own.filter(({ refusal }) => refusal !== null),
    viewer,
    dialog,
    showDialog,
    outbox,
  };
}
