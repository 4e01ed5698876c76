/**
 * Synchronized viewers: the others follow pan, zoom and rotation of one viewer in the same frame, by tissue if their
 * slides are bound, otherwise by µm.
 *
 * Source: issue "The viewer, the annotator and the case", synchronised views; spec part 2, section 4.
 */
import type { Registration } from "@parfocal/core/geometry/registration.ts";
import { atScaleOf, type PlacedView } from "@parfocal/core/geometry/registration-views.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { ownReach } from "../slide-map.ts";
import type { SlideViewer } from "../slide-viewer.ts";
import {
  linkByMovement,
  linkByTissue,
  pixelSizesOf,
  reachThrough,
  SAME_SLIDE,
  type SlideLink,
  widestReach,
} from "./slide-links.ts";
import { createViewLink, type ViewLink } from "./view-link.ts";

/** Registration from one slide to another; null: not bound, so the slides move by µm. Replaced by `relink`. */
export type MapBetween = (fromSlideId: number, toSlideId: number) => Registration | null;

export interface SyncOptions {
  readonly mapBetween: MapBetween;
  readonly isOn?: boolean;
}

export interface AddOptions {
  readonly isLinked?: boolean;
  /**
   * Of viewers that open together, the one with the lowest rank leads, regardless of the order in which they open;
   * default: 0.
   */
  readonly rank?: number;
}

export interface SyncedViewer {
  setLinked(isLinked: boolean): void;
  /** Moves all other linked viewers to the view of this one. */
  lead(): void;
  /** Removes the link only: the viewer can stay open, and be added again. */
  remove(): void;
}

export interface Sync {
  /** @param slideId ID of the shown slide; several viewers can show the same slide. */
  add(viewer: SlideViewer, slideId: number, options?: AddOptions): SyncedViewer;
  isOn(): boolean;
  setOn(isOn: boolean): void;
  /** The registrations between the slides have changed. */
  relink(mapBetween: MapBetween): void;
  destroy(): void;
}

interface Member {
  readonly slideId: number;
  readonly rank: number;
  readonly link: ViewLink;
  isLinked: boolean;
  /** The last frame; a different one means that the user moved the view. Null: none yet. */
  shown: PlacedView | null;
  /** View from which movements are measured while the slide is not bound. */
  anchor: PlacedView;
}

const isSameView = (one: PlacedView, other: PlacedView): boolean =>
  one.center[0] === other.center[0] &&
  one.center[1] === other.center[1] &&
  one.resolution === other.resolution &&
  one.rotationDeg === other.rotationDeg;

interface SyncState {
  mapBetween: MapBetween;
  isOn: boolean;
  /** True while one viewer leads: frames of the others are then not the user's movements. */
  isLeading: boolean;
  lastLeader: Member | null;
  /** Last view of a removed slide, used as the opening view of the slide that replaces it. */
  gone: { readonly slideId: number; readonly view: PlacedView } | null;
  readonly members: Set<Member>;
  /** Links by tissue, by the IDs of both slides. */
  readonly links: Map<string, SlideLink>;
}

export function createSync({ mapBetween, isOn = true }: SyncOptions): Sync {
  const state: SyncState = {
    mapBetween,
    isOn,
    isLeading: false,
    lastLeader: null,
    gone: null,
    members: new Set(),
    links: new Map(),
  };
  return {
    add(viewer, slideId, { isLinked = true, rank = 0 } = {}) {
      const link = viewer.use((context) =>
        createViewLink(context, {
          onFrame: (view) => handleFrame(state, member, view),
          onPointer: (point) => handlePointer(state, member, point),
        }),
      );
      const member: Member = { slideId, rank, link, isLinked, shown: null, anchor: link.placed() };
      state.members.add(member);
      join(state, member);
      return {
        setLinked(next) {
          if (member.isLinked === next) return;
          member.isLinked = next;
          hideCursors(state);
          join(state, member);
        },
        lead() {
          if (member.isLinked && state.isOn) align(state, member, othersOf(state, member));
        },
        remove() {
          state.members.delete(member);
          link.destroy();
          if (state.lastLeader === member) state.lastLeader = null;
          if (member.isLinked && member.shown) state.gone = { slideId, view: member.shown };
          setReaches(state);
        },
      };
    },
    isOn: () => state.isOn,
    setOn(next) {
      if (state.isOn === next) return;
      state.isOn = next;
      hideCursors(state);
      if (!alignAll(state)) setReaches(state);
    },
    relink(next) {
      state.mapBetween = next;
      state.links.clear();
      alignAll(state);
    },
    destroy() {
      for (const { link } of state.members) link.destroy();
      state.members.clear();
    },
  };
}

const linkedIn = ({ isOn, members }: SyncState): Member[] =>
  isOn ? [...members].filter(({ isLinked }) => isLinked) : [];

const othersOf = (state: SyncState, member: Member): Member[] => linkedIn(state).filter((other) => other !== member);

/** The last leader if it is one of them, otherwise the one with the lowest rank. */
function leaderAmong({ lastLeader }: SyncState, together: readonly Member[]): Member | undefined {
  if (lastLeader && together.includes(lastLeader)) return lastLeader;
  return together.reduce<Member | undefined>((one, other) => (one && one.rank <= other.rank ? one : other), undefined);
}

function linkBetween(state: SyncState, from: Member, to: Member): SlideLink {
  if (from.slideId === to.slideId) return SAME_SLIDE;
  const bound = tissueLink(state, from, to);
  if (bound) return bound;
  const { here, there } = pixelSizesOf(from.link.slide.pixelSizeUm, to.link.slide.pixelSizeUm);
  return linkByMovement({ view: from.anchor, pixelSizeUm: here }, { view: to.anchor, pixelSizeUm: there });
}

/** @returns null if the slides are not bound. */
function tissueLink({ links, mapBetween }: SyncState, from: Member, to: Member): SlideLink | null {
  const key = `${from.slideId} ${to.slideId}`;
  const known = links.get(key);
  if (known) return known;
  const registration = mapBetween(from.slideId, to.slideId);
  if (!registration) return null;
  const link = linkByTissue(registration);
  links.set(key, link);
  return link;
}

/** Runs `act`; frames during it do not count as the user's movements. */
function whileLeading(state: SyncState, act: () => void): void {
  state.isLeading = true;
  try {
    act();
  } finally {
    state.isLeading = false;
  }
}

/** Makes the others follow a movement of the leader. */
function lead(state: SyncState, leader: Member, view: PlacedView): void {
  state.lastLeader = leader;
  whileLeading(state, () => {
    for (const other of othersOf(state, leader)) other.link.follow(linkBetween(state, leader, other).viewOnOther(view));
  });
}

function handleFrame(state: SyncState, member: Member, view: PlacedView): void {
  const { shown } = member;
  member.shown = view;
  if (state.isLeading || !state.isOn || !member.isLinked) return;
  if (shown === null) settle(state, member);
  else if (!isSameView(shown, view)) lead(state, member, view);
}

/** Called at the first frame, when the element has a size; before, its view was not its opening view. */
function settle(state: SyncState, member: Member): void {
  const leader = leaderAmong(state, linkedIn(state));
  if (!leader) return;
  if (leader !== member) {
    align(state, leader, [member]);
    return;
  }
  const { gone } = state;
  const map = gone && gone.slideId !== member.slideId ? state.mapBetween(gone.slideId, member.slideId) : null;
  whileLeading(state, () => {
    if (gone && map) member.link.follow(linkByTissue(map).viewOnOther(gone.view));
  });
  state.gone = null;
  align(state, member, othersOf(state, member));
}

function handlePointer(state: SyncState, member: Member, point: SlidePoint | null): void {
  if (!member.isLinked || !state.isOn) return;
  for (const other of othersOf(state, member))
    other.link.showCursor(point && linkBetween(state, member, other).placeOnOther(point));
}

function hideCursors({ members }: SyncState): void {
  for (const { link } of members) link.showCursor(null);
}

/** Gives all members the largest limits of any, so that none stops while the others move. */
function setReaches(state: SyncState): void {
  const together = linkedIn(state);
  for (const member of state.members) {
    if (!together.includes(member) || together.length === 1) member.link.setReach(null);
    else member.link.setReach(widestReach(together.map((from) => reachOn(state, from, member))));
  }
}

const reachOn = (state: SyncState, from: Member, member: Member) =>
  from === member
    ? ownReach(member.link.slide)
    : reachThrough(linkBetween(state, from, member), ownReach(from.link.slide));

/** Moves the others to the view of `leader`. Slides that are not bound keep their position and adopt its scale. */
function align(state: SyncState, leader: Member, others: readonly Member[]): void {
  whileLeading(state, () => {
    const view = leader.link.placed();
    for (const other of others) {
      const isBound = leader.slideId === other.slideId || state.mapBetween(leader.slideId, other.slideId) !== null;
      if (isBound) continue;
      const { here, there } = pixelSizesOf(leader.link.slide.pixelSizeUm, other.link.slide.pixelSizeUm);
      const placed = other.link.placed();
      other.link.follow(atScaleOf({ view: placed, pixelSizeUm: there }, { view, pixelSizeUm: here }));
    }
    // From here on, slides that are not bound follow each other's movements.
    for (const member of state.members) member.anchor = member.link.placed();
    setReaches(state);
    for (const other of others) other.link.follow(linkBetween(state, leader, other).viewOnOther(view));
  });
}

/** @returns false if no viewer is linked. */
function alignAll(state: SyncState): boolean {
  const leader = leaderAmong(state, linkedIn(state));
  if (leader) align(state, leader, othersOf(state, leader));
  return leader !== undefined;
}

/** Moves a new member to the view of the others. A member that leads but opened late waits for its first frame. */
function join(state: SyncState, member: Member): void {
  const leader = leaderAmong(state, othersOf(state, member));
  const isOpening = state.lastLeader === null && state.gone === null && member.shown === null;
  const leadsSoon = isOpening && leader !== undefined && member.rank < leader.rank;
  if (leader && member.isLinked && !leadsSoon) align(state, leader, [member]);
  else setReaches(state);
}
