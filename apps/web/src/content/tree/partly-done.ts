/** What a server answers to an action, and what an action of several calls throws that failed in between. */
import type { TreeNode, TreeParent } from "@parfocal/core/structure/structure.contract.ts";
import type { ActionResult, TreeAction } from "./tree-actions.ts";

/** The server's answer to a completed action. */
export interface ActionAnswer {
  readonly parents: readonly TreeParent[];
  readonly nodes?: readonly TreeNode[];
  readonly result?: ActionResult;
  /** Whether someone else's change of the same order was merged with this one. */
  readonly isMerged?: boolean;
}

interface ActionParts {
  /** What was done of it, as an action of its own. */
  readonly done: TreeAction;
  readonly answer: ActionAnswer;
  /** What was not. */
  readonly rest: TreeAction;
}

/** @property cause why the rest could not be done. */
export class PartlyDone extends Error {
  readonly parts: ActionParts;

  constructor(parts: ActionParts, cause: unknown) {
    super("Only a part of it was done.", { cause });
    this.name = "PartlyDone";
    this.parts = parts;
  }
}
