/** The server's response to an action, and the error of an action with several requests that failed in between. */
import type { TreeNode, TreeParent } from "@parfocal/core/structure/structure.contract.ts";
import type { ActionResult, TreeAction } from "./tree-actions.ts";

/** The server's response to a completed action. */
export interface ActionAnswer {
  readonly parents: readonly TreeParent[];
  readonly nodes?: readonly TreeNode[];
  readonly result?: ActionResult;
  /** Whether someone else's change of the same order was merged with this one. */
  readonly isMerged?: boolean;
}

interface ActionParts {
  /** The completed part, as an action. */
  readonly done: TreeAction;
  readonly answer: ActionAnswer;
  /** The part that was not carried out. */
  readonly rest: TreeAction;
}

/** @property cause why the rest failed. */
export class PartlyDone extends Error {
  readonly parts: ActionParts;

  constructor(parts: ActionParts, cause: unknown) {
    super("Only a part of it was done.", { cause });
    this.name = "PartlyDone";
    this.parts = parts;
  }
}
