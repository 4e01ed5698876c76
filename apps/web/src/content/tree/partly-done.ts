/** What a server answers to a deed, and what a deed of several calls throws that failed in between. */
import type { TreeNode, TreeParent } from "@parfocal/core/structure/structure.contract.ts";
import type { DeedResult, TreeDeed } from "./tree-deeds.ts";

/** What the server says of a deed that is done. */
export interface DeedAnswer {
  readonly parents: readonly TreeParent[];
  readonly nodes?: readonly TreeNode[];
  readonly result?: DeedResult;
  /** Whether somebody else's change of the same order was put together with this one. */
  readonly isMerged?: boolean;
}

export interface DeedParts {
  /** What was done of it, as a deed of its own. */
  readonly done: TreeDeed;
  readonly answer: DeedAnswer;
  /** What was not. */
  readonly rest: TreeDeed;
}

/** @property cause why the rest could not be done. */
export class PartlyDone extends Error {
  readonly parts: DeedParts;

  constructor(parts: DeedParts, cause: unknown) {
    super("Only a part of it was done.", { cause });
    this.name = "PartlyDone";
    this.parts = parts;
  }
}
