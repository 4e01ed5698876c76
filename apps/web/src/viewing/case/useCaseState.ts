/** The slide in each container, the viewers, and which of them move together; synchronised with the address. */
import { useMediaQuery } from "@mantine/hooks";
import type { Case, CaseItem } from "@parfocal/core/case/case.contract.ts";
import { assignItems, type CaseLayout, shownLayout } from "@parfocal/core/case/case-layout.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { createSync, type MapBetween, type Sync, type SyncedViewer } from "@parfocal/viewer/sync/create-sync.ts";
import type { ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ADDRESS_PAUSE_MS } from "#slide/slide-address.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { useLatest } from "#ui/useLatest.ts";
import {
  type CaseAddress,
  openingAddress,
  openingViewOf,
  readCaseAddress,
  replaceCaseAddress,
} from "./case-address.ts";
import { boundSlideOf, mapsBetween } from "./case-registration.ts";

interface ShownSlide {
  readonly viewer: SlideViewer;
  readonly synced: SyncedViewer;
}

export interface CaseState {
  readonly isSmall: boolean;
  /** The visible slides of the case. */
  readonly items: readonly CaseItem[];
  readonly layout: CaseLayout;
  /** Slide of each container. */
  readonly slideIds: readonly number[];
  readonly chooseSlide: (place: number, slideId: number) => void;
  readonly openingViewAt: (place: number, slideId: number) => ViewState | null;
  readonly focused: number;
  readonly setFocused: (place: number) => void;
  readonly sync: Sync;
  readonly isSynced: boolean;
  readonly setSynced: (isSynced: boolean) => void;
  readonly unlinked: ReadonlySet<number>;
  readonly setLinked: (place: number, isLinked: boolean) => void;
  readonly setMaps: (maps: MapBetween | null) => void;
  /** Moves the other slides to the position of the focused one. */
  readonly align: () => void;
  readonly viewers: ReadonlyMap<number, ShownSlide>;
  readonly takeViewer: (place: number, viewer: SlideViewer | null, synced: SyncedViewer | null) => void;
  /** Null: no slide is open there. */
  readonly focusedViewer: SlideViewer | null;
}

/** Slides of the containers: from the URL if they fit, otherwise cyclically. */
export function slidesOfPlaces(
  layout: CaseLayout,
  itemIds: readonly number[],
  requestedIds: readonly number[] | null,
): readonly number[] {
  return assignItems(layout, itemIds.length).map((index, place) => {
    const id = requestedIds?.[place];
    return id !== undefined && itemIds.includes(id) ? id : (itemIds[index] as number);
  });
}

export function useCaseState(shown: Case, opening: CaseAddress | null): CaseState {
  const [address] = useState(() => openingAddress(readCaseAddress(window.location.search), opening));
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, window.matchMedia(SMALL_SCREEN_QUERY).matches) ?? false;
  const items = useMemo(() => shown.items.filter(({ isActive }) => isActive), [shown.items]);
  const { columns, rows } = shownLayout(shown.layout, { isSmallScreen: isSmall, itemCount: items.length });
  const layout = useMemo(() => ({ columns, rows }), [columns, rows]);
  const [chosen, setChosen] = useState<readonly number[] | null>(address.slideIds);
  const [isChosen, setIsChosen] = useState(address.slideIds !== null);
  const slideIds = useMemo(
    () =>
      slidesOfPlaces(
        layout,
        items.map(({ id }) => id),
        chosen,
      ),
    [layout, items, chosen],
  );
  const [focusedPlace, setFocused] = useState(0);
  const focused = Math.min(focusedPlace, Math.max(0, slideIds.length - 1));
  const [isSynced, setIsSynced] = useState(address.isSynced);
  const [unlinked, setUnlinked] = useState<ReadonlySet<number>>(() => new Set());
  const [viewers, setViewers] = useState<ReadonlyMap<number, ShownSlide>>(() => new Map());
  const [draftMaps, setMaps] = useState<MapBetween | null>(null);

  const savedMaps = useMemo(() => mapsBetween(items.map(boundSlideOf)), [items]);
  const maps = draftMaps ?? savedMaps;
  const [sync] = useState(() => createSync({ mapBetween: maps, isOn: address.isSynced }));
  const lastMaps = useRef(maps);
  useEffect(() => {
    if (lastMaps.current === maps) return;
    lastMaps.current = maps;
    sync.relink(maps);
  }, [sync, maps]);

  const views = useRef<Map<string, ViewState>>(new Map());
  const state = useLatest({ slideIds, isSynced, isChosen });
  const write = useAddressWriter(viewers, state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when one of them changes
  useEffect(() => write(), [write, slideIds, isSynced]);

  const takeViewer = useCallback((place: number, viewer: SlideViewer | null, synced: SyncedViewer | null) => {
    setViewers((known) => {
      const next = new Map(known);
      if (viewer && synced) next.set(place, { viewer, synced });
      else next.delete(place);
      return next;
    });
  }, []);

  return {
    isSmall,
    items,
    layout,
    slideIds,
    chooseSlide(place, slideId) {
      const left = slideIds[place];
      const view = viewers.get(place)?.viewer.getView();
      if (left !== undefined && view) views.current.set(`${place} ${left}`, view);
      setChosen(slideIds.map((id, at) => (at === place ? slideId : id)));
      setIsChosen(true);
      setFocused(place);
    },
    openingViewAt: (place, slideId) =>
      views.current.get(`${place} ${slideId}`) ?? openingViewOf(address, { place, slideId, isSmall }),
    focused,
    setFocused,
    sync,
    isSynced,
    setSynced(next) {
      setIsSynced(next);
      sync.setOn(next);
    },
    unlinked,
    setLinked(place, isLinked) {
      const next = new Set(unlinked);
      if (isLinked) next.delete(place);
      else next.add(place);
      setUnlinked(next);
      viewers.get(place)?.synced.setLinked(isLinked);
    },
    setMaps: useCallback((next: MapBetween | null) => setMaps(() => next), []),
    align: () => viewers.get(focused)?.synced.lead(),
    viewers,
    takeViewer,
    focusedViewer: viewers.get(focused)?.viewer ?? null,
  };
}

/** @returns a function that writes soon, and once for many changes. */
function useAddressWriter(
  viewers: ReadonlyMap<number, ShownSlide>,
  state: { readonly current: { slideIds: readonly number[]; isSynced: boolean; isChosen: boolean } },
): () => void {
  const shown = useLatest(viewers);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = useCallback(() => {
    clearTimeout(timer.current);
    const path = window.location.pathname;
    timer.current = setTimeout(() => {
      if (window.location.pathname !== path || shown.current.size === 0) return;
      const { slideIds, isSynced, isChosen } = state.current;
      const views = slideIds.map((_id, place) => shown.current.get(place)?.viewer.getView() ?? null);
      replaceCaseAddress({ slideIds: isChosen ? slideIds : null, views, isSynced });
    }, ADDRESS_PAUSE_MS);
  }, [state]);
  useEffect(() => {
    if (viewers.size > 0) write();
    const stops = [...viewers.values()].map(({ viewer }) => viewer.on("view", write));
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewers, write]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return write;
}
