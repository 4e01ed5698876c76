/** The slide binder on the page of a case: draft, preview and saving. */
import type { Case } from "@parfocal/core/case/case.contract.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { openingOf } from "./arrange-draft.ts";
import {
  type BinderDraft,
  changesOf,
  nextNumber,
  startBinding,
  trimmed,
  withChanges,
  withoutNumber,
  withPoint,
} from "./binder-draft.ts";
import { useUnbindCase, useUpdateCase } from "./case.api.ts";
import { type BoundSlide, boundSlideOf, mapsBetween } from "./case-registration.ts";
import type { CaseState } from "./useCaseState.ts";

const NOTHING_CHANGED: BinderDraft = new Map();

export interface Binder {
  readonly draft: BinderDraft;
  readonly slides: readonly BoundSlide[];
  readonly number: number;
  readonly choose: (number: number) => void;
  /** Sets the selected number there; when all slides on the page have it, selects the next one. */
  readonly place: (slideId: number, point: SlidePoint) => void;
  readonly move: (slideId: number, number: number, point: SlidePoint) => void;
  readonly removePoint: (slideId: number, number: number) => void;
  readonly removeNumber: (number: number) => void;
  readonly isPreviewed: boolean;
  readonly setPreviewed: (isPreviewed: boolean) => void;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly save: () => void;
  readonly savePosition: (slideId: number, viewer: SlideViewer) => void;
  readonly unbindAll: () => Promise<void>;
  readonly discard: () => void;
}

/** @param isOpen while false, the page uses the saved points. */
export function useBinder(shown: Case, state: CaseState, isOpen: boolean): Binder {
  const { t } = useTranslation();
  const saved = useMemo(() => startBinding(shown.items), [shown.items]);
  const [changed, setChanged] = useState(NOTHING_CHANGED);
  const [number, choose] = useState(0);
  const [isPreviewed, setPreviewed] = useState(false);
  const update = useUpdateCase(shown.id);
  const unbind = useUnbindCase(shown.id);
  const draft = useMemo(() => withChanges(saved, changed), [saved, changed]);
  const changes = useMemo(() => changesOf(draft, saved), [draft, saved]);
  const change = (next: BinderDraft): void => setChanged(changesOf(next, saved));
  const slides = useMemo(
    () => shown.items.map((item) => ({ ...boundSlideOf(item), boundPoints: draft.get(item.id) ?? [] })),
    [shown.items, draft],
  );

  const { setMaps, sync, isSynced } = state;
  useEffect(() => {
    if (!isOpen) return;
    // The slides move separately while points are set, and together in the preview that checks the fit.
    sync.setOn(isPreviewed);
    return () => sync.setOn(isSynced);
  }, [isOpen, isPreviewed, sync, isSynced]);
  useEffect(() => {
    setMaps(isOpen && isPreviewed ? mapsBetween(slides) : null);
  }, [isOpen, isPreviewed, slides, setMaps]);

  return {
    draft,
    slides,
    number,
    choose,
    place(slideId, point) {
      const next = withPoint(draft, slideId, number, point);
      change(next);
      const isOnAll = state.slideIds.every((id) => (next.get(id)?.[number] ?? null) !== null);
      if (isOnAll) choose(nextNumber(next, state.isSmall ? state.items.map(({ id }) => id) : state.slideIds));
    },
    move: (slideId, moved, point) => change(withPoint(draft, slideId, moved, point)),
    removePoint: (slideId, removed) => change(withPoint(draft, slideId, removed, null)),
    removeNumber(removed) {
      change(withoutNumber(draft, removed));
      choose(Math.max(0, number > removed ? number - 1 : number));
    },
    isPreviewed,
    setPreviewed,
    isChanged: changes.size > 0,
    isBusy: update.isPending || unbind.isPending,
    save() {
      update.mutate(
        { items: trimmed(changes), keepsOthers: true },
        {
          onSuccess: () => {
            setChanged(NOTHING_CHANGED);
            showSuccess(t("case.bindingSaved"));
          },
        },
      );
    },
    savePosition(slideId, viewer) {
      const opening = openingOf(viewer.getView());
      update.mutate(
        { items: [{ id: slideId, ...opening }], keepsOthers: true },
        { onSuccess: () => showSuccess(t("case.positionSaved")) },
      );
    },
    async unbindAll() {
      await unbind.mutateAsync();
      setChanged(NOTHING_CHANGED);
      choose(0);
      showSuccess(t("case.unbound"));
    },
    discard: useCallback(() => {
      setChanged(NOTHING_CHANGED);
      choose(0);
      setPreviewed(false);
    }, []),
  };
}
