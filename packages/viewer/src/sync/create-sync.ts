/**
 * Several viewers that move together: pan, zoom and turn of one are followed by the others in the frame in which it is
 * drawn, by tissue where their slides are bound, else by µm.
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

/** From one slide to another; null: they are not bound, and move by µm. Asked anew by `relink`. */
export type MapBetween = (fromSlideId: number, toSlideId: number) => Registration | null;

export interface SyncOptions {
  readonly mapBetween: MapBetween;
  readonly isOn?: boolean;
}

export interface AddOptions {
  readonly isLinked?: boolean;
  /** Of those that open together the one with the lowest leads, whichever is there first; default: 0. */
  readonly rank?: number;
}

export interface SyncedViewer {
  setLinked(isLinked: boolean): void;
  /** Shows what belongs to the view of this one, in all others that are linked. */
  lead(): void;
  /** Its viewer may live on, and be added again. */
  remove(): void;
}

export interface Sync {
  /** @param slideId of the slide that it shows; several may show the same one. */
  add(viewer: SlideViewer, slideId: number, options?: AddOptions): SyncedViewer;
  isOn(): boolean;
  setOn(isOn: boolean): void;
  /** The maps between the slides are others now. */
  relink(mapBetween: MapBetween): void;
  destroy(): void;
}

interface Member {
  readonly slideId: number;
  readonly rank: number;
  readonly link: ViewLink;
  isLinked: boolean;
  /** The last frame; a different frame means that the user moved it. Null: none yet. */
  shown: PlacedView | null;
  /** From where movement is reckoned while the slide is not bound. */
  anchor: PlacedView;
}

const isSameView = (one: PlacedView, other: PlacedView): boolean =>
  one.center[0] === other.center[0] &&
  one.center[1] === other.center[1] &&
  one.resolution === other.resolution &&
  one.rotationDeg === other.rotationDeg;

export function createSync(options: SyncOptions): Sync {
  let { mapBetween } = options;
  let isOn = options.isOn ?? true;
  /** While one leads, the frames of the others are answers. */
  let isLeading = false;
  let lastLeader: Member | null = null;
  /** What was seen last where one slide takes the place of another: the next one opens there. */
  let gone: { readonly slideId: number; readonly view: PlacedView } | null = null;
  const members = new Set<Member>();
  const links = new Map<string, SlideLink>();

  const linked = (): Member[] => (isOn ? [...members].filter(({ isLinked }) => isLinked) : []);
  const othersOf = (member: Member): Member[] => linked().filter((other) => other !== member);

  function linkBetween(from: Member, to: Member): SlideLink {
    if (from.slideId === to.slideId) return SAME_SLIDE;
    const key = `${from.slideId} ${to.slideId}`;
    const registration = links.get(key) ?? tissueLink(key, from, to);
    if (registration) return registration;
    const { here, there } = pixelSizesOf(from.link.slide.pixelSizeUm, to.link.slide.pixelSizeUm);
    return linkByMovement({ view: from.anchor, pixelSizeUm: here }, { view: to.anchor, pixelSizeUm: there });
  }

  function tissueLink(key: string, from: Member, to: Member): SlideLink | null {
    const registration = mapBetween(from.slideId, to.slideId);
    if (!registration) return null;
    const link = linkByTissue(registration);
    links.set(key, link);
    return link;
  }

  function lead(leader: Member, view: PlacedView): void {
    lastLeader = leader;
    isLeading = true;
    try {
      for (const other of othersOf(leader)) other.link.follow(linkBetween(leader, other).viewOnOther(view));
    } finally {
      isLeading = false;
    }
  }

  function handleFrame(member: Member, view: PlacedView): void {
    const { shown } = member;
    member.shown = view;
    if (isLeading || !isOn || !member.isLinked) return;
    if (shown === null) settle(member);
    else if (!isSameView(shown, view)) lead(member, view);
  }

  /** Its element has its size now: before, its view was not the one that it opens with. */
  function settle(member: Member): void {
    const leader = currentLeader();
    if (!leader) return;
    if (leader !== member) {
      align(leader, [member]);
      return;
    }
    const map = gone && gone.slideId !== member.slideId ? mapBetween(gone.slideId, member.slideId) : null;
    isLeading = true;
    if (gone && map) member.link.follow(linkByTissue(map).viewOnOther(gone.view));
    isLeading = false;
    gone = null;
    align(member, othersOf(member));
  }

  const currentLeader = (): Member | undefined => leaderAmong(linked());

  function leaderAmong(together: readonly Member[]): Member | undefined {
    if (lastLeader && together.includes(lastLeader)) return lastLeader;
    return together.reduce<Member | undefined>(
      (one, other) => (one && one.rank <= other.rank ? one : other),
      undefined,
    );
  }

  function handlePointer(member: Member, point: SlidePoint | null): void {
    const others = othersOf(member);
    if (!member.isLinked || !isOn) return;
    for (const other of others) other.link.showCursor(point && linkBetween(member, other).placeOnOther(point));
  }

  const hideCursors = (): void => {
    for (const { link } of members) link.showCursor(null);
  };

  /** From where they are now: for slides that are not bound. */
  function anchorAll(): void {
    for (const member of members) member.anchor = member.link.placed();
  }

  /** Each has the largest range of all, so that none stops while the others move. */
  function setReaches(): void {
    const together = linked();
    for (const member of members) {
      if (!together.includes(member) || together.length === 1) member.link.setReach(null);
      else member.link.setReach(widestReach(together.map((from) => reachOn(from, member))));
    }
  }

  const reachOn = (from: Member, member: Member) =>
    from === member ? ownReach(member.link.slide) : reachThrough(linkBetween(from, member), ownReach(from.link.slide));

  /** Brings the others to where `leader` is. Slides that are not bound keep their places and get its size. */
  function align(leader: Member, others: readonly Member[]): void {
    isLeading = true;
    try {
      const view = leader.link.placed();
      for (const other of others) {
        const isBound = leader.slideId === other.slideId || mapBetween(leader.slideId, other.slideId) !== null;
        const { here, there } = pixelSizesOf(leader.link.slide.pixelSizeUm, other.link.slide.pixelSizeUm);
        if (!isBound) {
          const placed = other.link.placed();
          other.link.follow(atScaleOf({ view: placed, pixelSizeUm: there }, { view, pixelSizeUm: here }));
        }
      }
      anchorAll();
      setReaches();
      for (const other of others) other.link.follow(linkBetween(leader, other).viewOnOther(view));
    } finally {
      isLeading = false;
    }
  }

  /** One that comes goes to where the others are; but one that only opened late, and leads, waits for its first frame. */
  function join(member: Member): void {
    const leader = leaderAmong(othersOf(member));
    const isOpening = lastLeader === null && gone === null && member.shown === null;
    const leadsSoon = isOpening && leader !== undefined && member.rank < leader.rank;
    if (leader && member.isLinked && !leadsSoon) align(leader, [member]);
    else setReaches();
  }

  return {
    add(viewer, slideId, { isLinked = true, rank = 0 } = {}) {
      const link = viewer.use((context) =>
        createViewLink(context, {
          onFrame: (view) => handleFrame(member, view),
          onPointer: (point) => handlePointer(member, point),
        }),
      );
      const member: Member = { slideId, rank, link, isLinked, shown: null, anchor: link.placed() };
      members.add(member);
      join(member);
      return {
        setLinked(next) {
          if (member.isLinked === next) return;
          member.isLinked = next;
          hideCursors();
          join(member);
        },
        lead() {
          if (member.isLinked && isOn) align(member, othersOf(member));
        },
        remove() {
          members.delete(member);
          link.destroy();
          if (lastLeader === member) lastLeader = null;
          if (member.isLinked && member.shown) gone = { slideId, view: member.shown };
          setReaches();
        },
      };
    },
    isOn: () => isOn,
    setOn(next) {
      if (isOn === next) return;
      isOn = next;
      hideCursors();
      const leader = currentLeader();
      if (leader) align(leader, othersOf(leader));
      else setReaches();
    },
    relink(next) {
      mapBetween = next;
      links.clear();
      const leader = currentLeader();
      if (leader) align(leader, othersOf(leader));
    },
    destroy() {
      for (const { link } of members) link.destroy();
      members.clear();
    },
  };
}
