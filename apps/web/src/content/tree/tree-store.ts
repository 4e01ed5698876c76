/**
 * The tree of this page: what the server has sent, with this page's own actions that are under way laid over it. An action that
 * fails is taken away again, and the tree is as the server has it.
 */
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import { type ActionAnswer, PartlyDone } from "./partly-done.ts";
import { type ActionResult, applyAction, NO_RESULT, type TreeAction, undoActions } from "./tree-actions.ts";
import { EMPTY_TREE, mergeParents, mergeTree, type TreeState } from "./tree-state.ts";

export interface TreeServer {
  /** @param since version of an earlier answer; null: everything. */
  ask(since: number | null): Promise<Tree>;
  /** @throws AppError; PartlyDone when some of its calls were done. @param shown the tree on the screen as the action began. */
  send(action: TreeAction, shown: TreeState): Promise<ActionAnswer>;
}

export interface TreeView {
  readonly tree: TreeState;
  /** Whether data was received. */
  readonly isLoaded: boolean;
  /** Why the tree could not be had at first; null: it is there or on the way. */
  readonly failure: unknown;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

interface ActionsOutcome {
  readonly isMerged: boolean;
  readonly results: readonly ActionResult[];
}

/** @property undo takes back this very step, wherever it is in the history by then. */
export interface Done extends ActionsOutcome {
  readonly undo: () => Promise<boolean>;
}

/** Thrown where a part of what was wanted is done. @property cause why the rest is not. */
export class StoppedHalfway extends Error {
  /** Takes back the part that is done. */
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
  /** null: all was done. */
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
  /** Grows with each action that is done: an answer that was asked for before may not know of it. */
  #actionsDone = 0;
  #asking: Promise<void> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Resolves when every started step has its place in the history. */
  #history: Promise<unknown> = Promise.resolve();

  constructor(server: TreeServer) {
    this.#server = server;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): TreeView => this.#view;

  /** Asks what is new; several who ask at once ask together. Failures matter as long as there is no tree at all. */
  refresh(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** As `refresh`, and not with an answer that was asked for before. */
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
   * Shows an action at once and sends it after those before it.
   *
   * @throws what the server's rejection is; the tree is put back by then. StoppedHalfway where a part of it was done: that
   *   stays, and can be taken back.
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
   * Gives what was done by a dialog, not by an action of the tree, its place in the history.
   *
   * @param inverse takes it back. @returns what takes back this very step.
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
   * Takes back the last step, also one that the server has not answered yet: after two quick steps that is the one meant.
   *
   * @returns false: there was nothing to take back. @throws as `run`; it may be tried again then.
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
    // More of it may have been done than is known, where only an answer was lost.
    if (sent.failure) void this.refreshAgain();
    // Of those that were not sent, since one before them failed.
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
    /** @param before the tree as the action began. */
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
