/**
 * Editors who continuously move, reorder, copy, paste, remove and restore items in one tree, each based on the tree
 * last received, so that many requests are outdated; and the conditions that the resulting tree must meet.
 */
import type { Tree, TreeParent } from "@parfocal/core/structure/structure.contract.ts";

/** Statuses without a response: the server was unavailable at the request, or before its response. */
export const SERVER_AWAY = 0;
/** It was running and did not respond. */
export const HUNG = -1;
/** Its response is not JSON. */
export const NO_JSON = -2;

export interface Answer {
  /** HTTP status, or one of those above. */
  readonly status: number;
  readonly answer: unknown;
}

export type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

export interface Tally {
  /** By operation and status, e.g. `move 200`. */
  readonly counts: Map<string, number>;
  operations: number;
  /** Last acknowledged titles, by ID. Each ID is renamed by one editor only. */
  readonly renamed: Map<number, string>;
  /** Renames without a response, executed or not. */
  readonly unsure: Map<number, Set<string>>;
  /** IDs of acknowledged copies of folders. */
  readonly copied: Set<number>;
}

export const newTally = (): Tally => ({
  counts: new Map(),
  operations: 0,
  renamed: new Map(),
  unsure: new Map(),
  copied: new Set(),
});

const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);

/** State of one editor: the tree as last received, possibly some operations ago. */
class Editor {
  private tree: Tree | null = null;
  private binIds: number[] = [];
  readonly ask: Ask;
  readonly tally: Tally;
  readonly number: number;

  constructor(ask: Ask, tally: Tally, number: number) {
    this.ask = ask;
    this.tally = tally;
    this.number = number;
  }

  async look(): Promise<Tree | null> {
    const { status, answer } = await this.ask("GET", "/v2/structure/tree");
    if (status === 200) this.tree = answer as Tree;
    return this.tree;
  }

  private parents(): TreeParent[] {
    const kinds = new Map(this.tree?.nodes.map(({ id, type }) => [id, type]));
    return (
      this.tree?.parents.filter(({ id }) => id !== null && ["course", "folder"].includes(kinds.get(id) ?? "")) ?? []
    );
  }

  private places(): { id: number; parentId: number }[] {
    return this.parents().flatMap(({ id, children }) =>
      children.map((child) => ({ id: child.id, parentId: id as number })),
    );
  }

  private folders(): number[] {
    return this.tree?.nodes.filter(({ type }) => type === "course" || type === "folder").map(({ id }) => id) ?? [];
  }

  private kindOf(id: number): string {
    return this.tree?.nodes.find((node) => node.id === id)?.type ?? "";
  }

  async act(): Promise<void> {
    if (this.tree === null || Math.random() < 0.2) await this.look();
    const operation = oneOf(OPERATIONS) as keyof typeof REQUESTS;
    const input = REQUESTS[operation](this);
    if (!input) return;
    const { status, answer } = await this.ask(input.method, input.path, input.body);
    if (status !== SERVER_AWAY) this.tally.operations += 1;
    const key = `${operation} ${status}`;
    this.tally.counts.set(key, (this.tally.counts.get(key) ?? 0) + 1);
    if (status !== 200) return input.unsure?.();
    input.done?.(answer);
    const removals = (answer as { removals?: { binId: number }[] }).removals ?? [];
    this.binIds.push(...removals.map(({ binId }) => binId));
  }

  move() {
    const [place, toParentId] = [oneOf(this.places()), oneOf(this.folders())];
    if (!place || !toParentId) return null;
    const body = {
      itemId: place.id,
      fromParentId: place.parentId,
      toParentId,
      position: 1 + Math.floor(Math.random() * 8),
    };
    return { method: "PUT", path: "/v2/structure/moveItem", body };
  }

  order() {
    const parent = oneOf(this.parents());
    const itemIds = shuffled(parent?.children.map(({ id }) => id).filter((id) => this.kindOf(id) !== "folder") ?? []);
    if (!parent || itemIds.length === 0) return null;
    return {
      method: "PUT",
      path: "/v2/structure/orderItems",
      body: { parentId: parent.id, itemIds, version: parent.version },
    };
  }

  orderFolders() {
    const parent = oneOf(this.parents());
    const folderIds = shuffled(parent?.children.map(({ id }) => id).filter((id) => this.kindOf(id) === "folder") ?? []);
    if (!parent || folderIds.length === 0) return null;
    return { method: "PUT", path: "/structure/orderFolders", body: { parentId: parent.id, folderIds } };
  }

  paste() {
    const image = oneOf(this.tree?.nodes.filter(({ type }) => type === "image") ?? []);
    const parentId = oneOf(this.folders());
    return image && parentId ? { method: "PUT", path: "/v2/image/copy", body: { id: image.id, parentId } } : null;
  }

  copyFolder() {
    // A tree that is repeatedly copied into itself would grow without limit.
    const small = this.parents().filter(
      ({ id, children }) => this.kindOf(id as number) === "folder" && children.length < 6,
    );
    const [folder, parentId] = [oneOf(small), oneOf(this.folders())];
    const isFull = (this.tree?.nodes.length ?? 0) > 400;
    if (!folder || !parentId || isFull) return null;
    return {
      method: "PUT",
      path: "/v2/folder/copy",
      body: { id: folder.id, parentId },
      done: (answer: unknown) => void this.tally.copied.add((answer as { id: number }).id),
    };
  }

  remove() {
    const place = oneOf(this.places());
    if (!place) return null;
    const path = `/${this.kindOf(place.parentId)}/item/delete/${place.parentId}`;
    return { method: "PUT", path, body: { itemIds: [place.id] } };
  }

  restore() {
    const index = Math.floor(Math.random() * this.binIds.length);
    const [binId] = this.binIds.splice(index, 1);
    return binId ? { method: "PUT", path: `/v2/structure/bin/${binId}/restore`, body: {} } : null;
  }

  rename() {
    const own = this.tree?.nodes.filter(({ id }) => id % 10 === this.number % 10) ?? [];
    const node = oneOf(own);
    if (!node) return null;
    const title = `Renamed ${Math.random().toString(36).slice(2)}`;
    return {
      method: "PUT",
      path: `/v2/structure/rename/${node.id}`,
      body: { title },
      done: () => {
        this.tally.renamed.set(node.id, title);
        this.tally.unsure.delete(node.id);
      },
      unsure: () => {
        this.tally.unsure.set(node.id, (this.tally.unsure.get(node.id) ?? new Set()).add(title));
      },
    };
  }
}

interface Input {
  readonly method: string;
  readonly path: string;
  readonly body: object;
  readonly done?: (answer: unknown) => void;
  readonly unsure?: () => void;
}

const REQUESTS = {
  move: (editor: Editor): Input | null => editor.move(),
  order: (editor: Editor): Input | null => editor.order(),
  orderFolders: (editor: Editor): Input | null => editor.orderFolders(),
  paste: (editor: Editor): Input | null => editor.paste(),
  copyFolder: (editor: Editor): Input | null => editor.copyFolder(),
  remove: (editor: Editor): Input | null => editor.remove(),
  restore: (editor: Editor): Input | null => editor.restore(),
  rename: (editor: Editor): Input | null => editor.rename(),
};
const OPERATIONS = [
  ...Array.from({ length: 4 }, () => "move"),
  ...Array.from({ length: 3 }, () => "order"),
  "orderFolders",
  "paste",
  "copyFolder",
  "remove",
  "restore",
  "restore",
  "rename",
] as (keyof typeof REQUESTS)[];

export interface TreeEditors {
  readonly tally: Tally;
  /** Resolves when all editors together have completed this number of operations. */
  reach(operations: number): Promise<void>;
  /** Waits until each has finished its current operation. */
  stop(): Promise<void>;
}

export function startTreeEditors(ask: Ask, count: number): TreeEditors {
  const tally = newTally();
  let isStopping = false;
  async function work(number: number): Promise<void> {
    const editor = new Editor(ask, tally, number);
    while (!isStopping) {
      const before = tally.operations;
      await editor.act();
      // No tight loop while the server is unavailable.
      if (tally.operations === before) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const workers = Array.from({ length: count }, (_, index) => work(index));
  return {
    tally,
    async reach(operations) {
      while (tally.operations < operations) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop() {
      isStopping = true;
      await Promise.all(workers);
    },
  };
}

/** Unexpected statuses: neither success, nor rejection with a reason, nor an unavailable server. */
export const unexpectedStatuses = ({ counts }: Tally): string[] =>
  [...counts].filter(([key]) => !/ (200|400|404|409|503|0)$/.test(key)).map(([key, count]) => `${key}: ${count}`);

/**
 * Restores everything in the bin to its former placement, or to a course if that is impossible.
 *
 * @returns problems of what remains in the bin.
 */
export async function restoreAll(ask: Ask, courseId: number): Promise<string[]> {
  for (;;) {
    const { answer } = await ask("GET", "/v2/structure/bin");
    const { entries } = answer as { entries: { id: number; itemId: number }[] };
    if (entries.length === 0) return [];
    let restored = 0;
    for (const { id } of entries) {
      const restore = (body: object) => ask("PUT", `/v2/structure/bin/${id}/restore`, body);
      const isBack = (await restore({})).status === 200 || (await restore({ parentId: courseId })).status === 200;
      if (isBack) restored += 1;
    }
    if (restored === 0) return entries.map(({ itemId }) => `${itemId} cannot be restored`);
  }
}

/** Acknowledged titles that are missing in the tree. Call after restoring everything. */
export function lostRenames(tree: Tree, { renamed, unsure }: Tally): number[] {
  const titles = new Map(tree.nodes.map(({ id, title }) => [id, title]));
  return [...renamed].flatMap(([id, title]) => {
    const now = titles.get(id);
    return now === title || (now !== undefined && unsure.get(id)?.has(now)) ? [] : [id];
  });
}

/** Acknowledged copies that are missing in the tree. Call after restoring everything. */
export function lostCopies(tree: Tree, { copied }: Tally): number[] {
  const ids = new Set(tree.nodes.map(({ id }) => id));
  return [...copied].filter((id) => !ids.has(id));
}

/** Problems of a received tree: duplicates, cycles, references to unknown items. */
export function faultsOf(tree: Tree): string[] {
  const nodes = new Set(tree.nodes.map(({ id }) => id));
  const lists = new Map(tree.parents.map(({ id, children }) => [id, children.map((child) => child.id)]));
  const faults = [...lists].flatMap(([id, children]) => [
    ...(new Set(children).size < children.length ? [`a double in ${id}`] : []),
    ...children.filter((child) => !nodes.has(child)).map((child) => `${child} in ${id} is not reported`),
  ]);
  const findCircle = (id: number | null, above: readonly (number | null)[]): void => {
    if (above.includes(id)) faults.push(`${id} lies in itself`);
    else for (const child of lists.get(id) ?? []) findCircle(child, [...above, id]);
  };
  findCircle(null, []);
  return faults;
}
