/**
 * Moving rows by keys: the picked-up rows move from one allowed position to the next, each position is announced, and
 * Enter drops them.
 */
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { carryPlaces, type DropPlace } from "#tree/drop-place.ts";
import type { TreeDropTarget } from "#tree/Tree.tsx";
import type { TreeRow } from "#tree/tree-rows.ts";
import type { TreeState } from "#tree/tree-state.ts";

interface Carried {
  readonly dragged: readonly TreeRow[];
  readonly places: readonly DropPlace[];
  readonly index: number;
}

interface CarryOptions {
  readonly tree: TreeState;
  readonly rows: readonly TreeRow[];
  readonly onDrop: (place: DropPlace, dragged: readonly TreeRow[]) => void;
  /** Scrolls the row that marks the position into view. */
  readonly onPlace: (rowKey: string) => void;
}

export interface Carry {
  readonly isCarrying: boolean;
  readonly target: TreeDropTarget | null;
  /** Text for screen readers. */
  readonly announcement: string;
  readonly start: (dragged: readonly TreeRow[]) => void;
  /** During a keyboard move, all keys are handled here. */
  readonly handleKey: (event: KeyboardEvent) => void;
}

export function useKeyboardMove({ tree, rows, onDrop, onPlace }: CarryOptions): Carry {
  const { t } = useTranslation();
  const [carried, setCarried] = useState<Carried | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const titleOf = (id: number | null) =>
    id === null ? t("tree.theSite") : (tree.nodes.get(id)?.title ?? t("tree.theSite"));
  const whereOf = ({ parentId, beforeId, mark }: DropPlace): string => {
    if (mark === "around") return t("tree.carryInto", { title: titleOf(parentId) });
    if (beforeId === null) return t("tree.carryEnd", { parent: titleOf(parentId) });
    return t("tree.carryBefore", { title: titleOf(beforeId), parent: titleOf(parentId) });
  };
  function show(next: Carried, said = ""): void {
    const place = next.places[next.index];
    if (!place) return;
    setCarried(next);
    onPlace(place.rowKey);
    const at = t("tree.carryAt", { where: whereOf(place), number: next.index + 1, total: next.places.length });
    setAnnouncement(said === "" ? at : `${said} ${at}`);
  }
  function start(dragged: readonly TreeRow[]): void {
    const places = dragged.length === 0 ? [] : carryPlaces(tree, rows, dragged);
    if (places.length === 0) {
      setAnnouncement(t("tree.carryNowhere"));
      return;
    }
    const own = rows.findIndex(({ key }) => key === dragged[0]?.key);
    const near = places.findIndex(({ rowKey }) => rows.findIndex(({ key }) => key === rowKey) >= own);
    const what = dragged.length === 1 ? (dragged[0]?.title ?? "") : t("tree.many", { count: dragged.length });
    show({ dragged, places, index: Math.max(0, near) }, t("tree.carryStarted", { what }));
  }
  function handleKey(event: KeyboardEvent): void {
    if (!carried) return;
    event.preventDefault();
    event.stopPropagation();
    const { places, index, dragged } = carried;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: places.length - 1,
    };
    const next = steps[event.key];
    if (next !== undefined) show({ ...carried, index: Math.max(0, Math.min(places.length - 1, next)) });
    else if (event.key === "Enter" || event.key === " ") {
      const place = places[index];
      setCarried(null);
      setAnnouncement(t("tree.carryDropped"));
      if (place) onDrop(place, dragged);
    } else if (event.key === "Escape" || event.key === "Tab") {
      setCarried(null);
      setAnnouncement(t("tree.carryCancelled"));
    }
  }
  const place = carried?.places[carried.index];
  return {
    isCarrying: carried !== null,
    target: place ? { place, rejection: null } : null,
    announcement,
    start,
    handleKey,
  };
}
