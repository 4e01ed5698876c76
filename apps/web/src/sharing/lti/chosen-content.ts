/** Possible content of a learning platform's activity: items of the content tree with their paths. */

import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { CHOSEN_KINDS, type ChosenKind } from "@parfocal/core/lti/chooser-path.ts";
import { childrenOf, type TreeState } from "#tree/tree-state.ts";

export interface ChoosableItem {
  readonly id: number;
  readonly kind: ChosenKind;
  readonly title: string;
  /** Titles from the course down to its parent. */
  readonly way: readonly string[];
  /** From the course down to the item. */
  readonly steps: readonly PathStep[];
}

/** Number of items shown initially; others are found by typing. */
export const CHOOSABLE_SHOWN = 100;

const isChosenKind = (kind: string): kind is ChosenKind => (CHOSEN_KINDS as readonly string[]).includes(kind);

/** In tree order, each at its first position. */
export function choosableItems(tree: TreeState): ChoosableItem[] {
  const found = new Map<number, ChoosableItem>();
  const walk = (parentId: number | null, way: readonly string[], above: readonly PathStep[]): void => {
    for (const { id } of childrenOf(tree, parentId)) {
      const node = tree.nodes.get(id);
      if (!node || found.has(id) || !isChosenKind(node.type)) continue;
      const steps = [...above, { kind: node.type, id }];
      found.set(id, { id, kind: node.type, title: node.title, way, steps });
      // Items in a quiz are shown by the quiz.
      if (node.type !== "quiz") walk(id, [...way, node.title], steps);
    }
  };
  walk(null, [], []);
  return [...found.values()];
}

/** Items with all terms in their title or path. @param kind null: all. */
export function matchingItems(items: readonly ChoosableItem[], q: string, kind: ChosenKind | null): ChoosableItem[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    if (kind !== null && item.kind !== kind) return false;
    const text = [...item.way, item.title].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
