/** Trees for tests, written as an outline. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { TreeNode, TreeParent } from "@parfocal/core/structure/structure.contract.ts";
import { EMPTY_TREE, mergeTree, type TreeState } from "../tree-state.ts";

interface Outline {
  readonly id: number;
  readonly kind: ItemKind;
  readonly title?: string;
  readonly quizType?: TreeNode["quizType"];
  readonly isActive?: boolean;
  readonly children?: readonly Outline[];
}

/** @param courses in their order. @param version of every list. */
export function buildTree(courses: readonly Outline[], version = 1): TreeState {
  const nodes = new Map<number, TreeNode>();
  const parents: TreeParent[] = [];
  const add = (id: number | null, children: readonly Outline[]) => {
    parents.push({
      id,
      version,
      children: children.map((one) => ({ id: one.id, isActive: one.isActive ?? true, annotationsActive: true })),
    });
    for (const one of children) {
      const { kind, title = `${kind} ${one.id}`, quizType = null } = one;
      nodes.set(one.id, { id: one.id, type: kind, title, quizType, subjectId: null });
      if (one.children) add(one.id, one.children);
    }
  };
  add(null, courses);
  return mergeTree(EMPTY_TREE, { version, isWhole: true, nodes: [...nodes.values()], parents, gone: [] });
}

/** Course 1 with folder 2 (images 4 to 6), folder 3 and case 7 (image 4 again); course 8 with a quiz. */
export const histology = (): TreeState =>
  buildTree([
    {
      id: 1,
      kind: "course",
      children: [
        { id: 7, kind: "case", children: [{ id: 4, kind: "image" }] },
        {
          id: 2,
          kind: "folder",
          children: [
            { id: 4, kind: "image", title: "Glomerulus" },
            { id: 5, kind: "image", isActive: false },
            { id: 6, kind: "image" },
          ],
        },
        { id: 3, kind: "folder" },
      ],
    },
    {
      id: 8,
      kind: "course",
      children: [
        {
          id: 9,
          kind: "quiz",
          quizType: "Individual",
          children: [
            { id: 10, kind: "quizQuestion" },
            { id: 11, kind: "quizSlide" },
          ],
        },
      ],
    },
  ]);
