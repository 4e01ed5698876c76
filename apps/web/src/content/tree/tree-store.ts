/**
 * The tree of this page: the server's data with this page's pending actions applied. A failed action is reverted to the
 * server's state.
 */
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import { type ActionAnswer, PartlyDone } from "./partly-done.ts";
import { type ActionResult, applyAction, NO_RESULT, type TreeAction, undoActions } from "./tree-actions.ts";
import { EMPTY_TREE, mergeParents, mergeTree, type TreeState } from "./tree-state.ts";

export interface TreeServer {
  /** @param since version of an earlier response; null: everything. */
  ask(since: number | null): Promise<Tree>;
  /**
   * @throws AppError; PartlyDone if only some of its requests succeeded. @param shown the displayed tree when the
   *   action started.
   */
  send(action: TreeAction, shown: TreeState): Promise<ActionAnswer>;
}

export interface TreeView {
  readonly tree: TreeState;
  /** Whether data was received. */
  readonly isLoaded: boolean;
  /** Why the tree could not be loaded initially; null: it is loaded or loading. */
  readonly failure: unknown;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

interface ActionsOutcome {
  readonly isMerged: boolean;
  readonly results: readonly ActionResult[];
}

/** @property undo undoes this step, regardless of its position in the history by then. */
export interface Done extends ActionsOutcome {
  readonly undo: () => Promise<boolean>;
}

/** Thrown if only a part of the actions was carried out. @property cause why the rest failed. */
export class StoppedHalfway extends Error {
  /** Undoes the completed part. */
  readonly undo: () => Promise<boolean>;

  constructor(undo: () => Promise<boolean>, cause: unknown) {
    super("A part of it is done, the rest failed.", { cause });
    this.name = "StoppedHalfway";
    this.undo = undo;
  }
}

interface Sent {
  readonly outcome: ActionsOutcome;
  readonly inverse: readonly TreeAction[];
  /** Null: everything was completed. */
  readonly failure: { readonly error: unknown; readonly rest: readonly TreeAction[] } | null;
}

export class TreeStore {
  readonly #server: TreeServer;
  readonly #listeners = new Set<() => void>();
  #known: TreeState = EMPTY_TREE;
  #pending: readonly TreeAction[] = [];
  #undo: (readonly TreeAction[])[] = [];
  #redo: (readonly TreeAction[])[] = [];
  #view: TreeView = { tree: EMPTY_TREE, isLoaded: false, failure: null, canUndo: false, canRedo: false };
  /** Incremented with each completed action: a response requested before may not include it. */
  #actionsDone = 0;
  #asking: Promise<void> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Resolves when every started step has its position in the history. */
  #history: Promise<unknown> = Promise.resolve();

  constructor(server: TreeServer) {
    this.#server = server;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): TreeView => this.#view;

  /** Requests changes; concurrent calls share one request. Failures matter only while no tree is loaded. */
  refresh(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Like `refresh`, but does not use a response that was requested earlier. */
  async refreshAgain(): Promise<void> {
    await this.#asking;
    await this.refresh();
  }

  async #ask(): Promise<void> {
    const { isLoaded } = this.#view;
    for (;;) {
      const done = this.#actionsDone;
      try {
        const tree = await this.#server.ask(isLoaded ? this.#known.version : null);
        if (done !== this.#actionsDone) continue;
        const hasNews = tree.isWhole || tree.nodes.length + tree.parents.length + tree.gone.length > 0;
        this.#known = hasNews ? mergeTree(this.#known, tree) : { ...this.#known, version: tree.version };
        if (hasNews || !isLoaded) this.#show({ isLoaded: true, failure: null });
      } catch (failure) {
        if (!isLoaded) this.#show({ failure });
      }
      return;
    }
  }

  /**
   * Applies an action optimistically and sends it after the previous ones.
   *
   * @throws the server's rejection, after the tree was reverted. StoppedHalfway if a part was carried out: that part
   *   stays, and can be undone.
   */
  run(actions: readonly TreeAction[]): Promise<Done> {
    const step = this.#run(actions);
    this.#history = Promise.allSettled([this.#history, step]);
    return step;
  }

  async #run(actions: readonly TreeAction[]): Promise<Done> {
    const { outcome, inverse, failure } = await this.#carryOut(actions);
    if (failure && inverse.length === 0) throw failure.error;
    if (inverse.length > 0) this.#undo = [...this.#undo, inverse];
    this.#redo = [];
    this.#show({});
    const undo = () => this.#stepBack("undo", inverse);
    if (failure) throw new StoppedHalfway(undo, failure.error);
    return { ...outcome, undo };
  }

  /**
   * Adds to the history what was done by a dialog rather than an action of the tree.
   *
   * @param inverse undoes it. @returns a function that undoes this step.
   */
  keep(inverse: readonly TreeAction[]): () => Promise<boolean> {
    const step = this.#history.then(() => {
      this.#undo = [...this.#undo, inverse];
      this.#redo = [];
      this.#show({});
    });
    this.#history = step;
    return () => step.then(() => this.#stepBack("undo", inverse));
  }

  /**
   * Undoes the last step, even if the server has not responded to it yet: after two quick steps, the second one is
   * meant.
   *
   * @returns false if there was nothing to undo. @throws like `run`; it can be retried then.
   */
  undo(): Promise<boolean> {
    return this.#stepInTurn("undo");
  }

  redo(): Promise<boolean> {
    return this.#stepInTurn("redo");
  }

  #stepInTurn(way: "undo" | "redo"): Promise<boolean> {
    const step = this.#history.then(() => this.#stepBack(way));
    this.#history = Promise.allSettled([step]);
    return step;
  }

  async #stepBack(way: "undo" | "redo", step?: readonly TreeAction[]): Promise<boolean> {
    const from = way === "undo" ? this.#undo : this.#redo;
    const actions = step ?? from.at(-1);
    if (!actions || !from.includes(actions)) return false;
    if (way === "undo") this.#undo = this.#undo.filter((one) => one !== actions);
    else this.#redo = this.#redo.filter((one) => one !== actions);
    const { inverse, failure } = await this.#carryOut(actions);
    const keep = (side: "undo" | "redo", step: readonly TreeAction[]) => {
      if (step.length === 0) return;
      if (side === "undo") this.#undo = [...this.#undo, step];
      else this.#redo = [...this.#redo, step];
    };
    keep(way === "undo" ? "redo" : "undo", inverse);
    if (failure) keep(way, failure.rest);
    this.#show({});
    if (failure) throw failure.error;
    return true;
  }

  async #carryOut(actions: readonly TreeAction[]): Promise<Sent> {
    this.#pending = [...this.#pending, ...actions];
    this.#show({});
    const before = this.#last;
    const work = (async () => {
      await before;
      return this.#sendAll(actions);
    })();
    this.#last = work.catch(() => undefined);
    const sent = await work;
    // More may have been completed than is known, if only a response was lost.
    if (sent.failure) void this.refreshAgain();
    // Actions that were not sent, because a previous one failed.
    this.#pending = this.#pending.filter((action) => !actions.includes(action));
    this.#show({});
    return sent;
  }

  async #sendAll(actions: readonly TreeAction[]): Promise<Sent> {
    const results: ActionResult[] = [];
    let inverse: readonly TreeAction[] = [];
    let isMerged = false;
    let needsNews = false;
    let failure: Sent["failure"] = null;
    /** @param before the tree when the action started. */
    const keep = (before: TreeState, action: TreeAction, answer: ActionAnswer) => {
      const result = answer.result ?? NO_RESULT;
      results.push(result);
      isMerged ||= answer.isMerged ?? false;
      needsNews ||= action.type === "restore" || action.type === "paste" || action.type === "place";
      inverse = [...undoActions(before, action, result), ...inverse];
      this.#actionsDone += 1;
      const nodes = new Map(answer.nodes?.map((node) => [node.id, node]));
      const done = applyAction(this.#known, action);
      this.#known = mergeParents({ ...done, nodes: new Map([...done.nodes, ...nodes]) }, answer.parents);
    };
    for (const [index, action] of actions.entries()) {
      const state = this.#known;
      try {
        keep(state, action, await this.#server.send(action, state));
      } catch (error) {
        const later = actions.slice(index + 1);
        if (error instanceof PartlyDone) {
          keep(state, error.parts.done, error.parts.answer);
          failure = { error: error.cause, rest: [error.parts.rest, ...later] };
        } else failure = { error, rest: [action, ...later] };
      }
      this.#pending = this.#pending.filter((one) => one !== action);
      this.#show({});
      if (failure) break;
    }
    if (needsNews) await this.refreshAgain();
    return { outcome: { isMerged, results }, inverse, failure };
  }

  #show(change: Partial<TreeView>): void {
    this.#view = {
      ...this.#view,
      ...change,
      tree: this.#pending.reduce(applyAction, this.#known),
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
    };
    for (const listener of this.#listeners) listener();
  }
}
