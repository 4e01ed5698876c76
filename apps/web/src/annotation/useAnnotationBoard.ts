/** The annotations of a slide as the page shows them: which are listed, which is chosen, which is under the pointer. */
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import { DEFAULT_ANNOTATION_FILTER } from "@parfocal/core/annotation/annotation-filter.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { useOpenOutbox, useOutbox, useOutboxSnapshot } from "#platform/outbox/current-outbox.ts";
import type { Outbox } from "#platform/outbox/outbox.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { useSession } from "#platform/session.tsx";
import { noteDelivered, sendAnnotation, useAnnotations } from "./annotation.api.ts";
import {
  ANNOTATION_CHANNEL,
  type AnnotationViewer,
  applyOutbox,
  type ListedAnnotation,
  scopeOfImage,
} from "./annotation-outbox.ts";

const SENDERS = { [ANNOTATION_CHANNEL]: sendAnnotation };
const NOBODY: AnnotationViewer = { id: 0, displayName: "", isExpert: false, isContentManager: false };

export interface AnnotationBoard {
  readonly filter: AnnotationFilter;
  readonly setFilter: (filter: AnnotationFilter) => void;
  /** In the order of the list; empty while annotations are hidden or the filter is `none`. */
  readonly annotations: readonly ListedAnnotation[];
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly reload: () => void;
  readonly selected: ListedAnnotation | null;
  readonly select: (id: number | null) => void;
  readonly hoveredId: number | null;
  readonly hover: (id: number | null) => void;
  readonly isVisible: boolean;
  readonly setVisible: (isVisible: boolean) => void;
  /** What the server would not take, of this slide. */
  readonly refused: readonly OutboxEntry[];
  readonly viewer: AnnotationViewer;
  /** null: nobody is signed in. */
  readonly outbox: Outbox | null;
}

/** Opens the outbox of whoever is signed in and lets its answers be heard. */
function useAnnotationOutbox(viewer: AnnotationViewer): Outbox | null {
  const { t } = useTranslation();
  const { user, site, isExpired } = useSession();
  const queryClient = useQueryClient();
  const owner = useMemo(() => (user ? { siteId: site.id, userId: user.id } : null), [user, site.id]);
  useOpenOutbox(owner, SENDERS, user !== null && !isExpired);
  const outbox = useOutbox();
  useEffect(
    () =>
      outbox?.onEvent((event) => {
        if (event.entry.channel !== ANNOTATION_CHANNEL) return;
        if (event.kind === "refused") return showFailure(event.error);
        noteDelivered(queryClient, event, viewer);
        if (event.entry.action !== "remove") showSuccess(t("annotation.saved"));
      }),
    [outbox, queryClient, viewer, t],
  );
  return outbox;
}

/** @param linkedId annotation that the address names; it is chosen once it is there. */
export function useAnnotationBoard(image: Image, linkedId: number | null): AnnotationBoard {
  const { user, can } = useSession();
  const viewer = useMemo<AnnotationViewer>(
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
  const outbox = useAnnotationOutbox(viewer);
  const { entries } = useOutboxSnapshot(outbox);
  const [filter, setFilter] = useState<AnnotationFilter>(linkedId === null ? DEFAULT_ANNOTATION_FILTER : "all");
  const [isVisible, setVisible] = useState(true);
  const [selectedId, select] = useState<number | null>(linkedId);
  const [hoveredId, hover] = useState<number | null>(null);
  const { data, isPending, isError, refetch } = useAnnotations(image.id, filter, image.annotationsActive);

  const own = useMemo(() => entries.filter(({ scope }) => scope === scopeOfImage(image.id)), [entries, image.id]);
  const isListed = image.annotationsActive && filter !== "none" && isVisible;
  const annotations = useMemo(
    () => (isListed ? applyOutbox(data ?? [], own, filter, viewer) : []),
    [isListed, data, own, filter, viewer],
  );
  useEffect(
    () =>
      outbox?.onEvent((event) => {
        if (event.kind !== "saved") return;
        const renumber = (id: number | null) => (id === event.entry.subjectId ? event.delivery.id : id);
        select(renumber);
        hover(renumber);
      }),
    [outbox],
  );
  const canSeeStudents = can("annotateAsExpert");
  const changeFilter = useCallback(
    (next: AnnotationFilter) => setFilter(next === "student" && !canSeeStudents ? "mine" : next),
    [canSeeStudents],
  );
  return {
    filter,
    setFilter: changeFilter,
    annotations,
    isLoading: isPending && filter !== "none" && image.annotationsActive,
    hasFailed: isError,
    reload: () => void refetch(),
    selected: annotations.find(({ id }) => id === selectedId) ?? null,
    select,
    hoveredId,
    hover,
    isVisible,
    setVisible,
    refused: own.filter(({ refusal }) => refusal !== null),
    viewer,
    outbox,
  };
}
