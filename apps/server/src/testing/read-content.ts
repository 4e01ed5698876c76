/** The tree as the test's teacher sees it, by titles. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { getTree, type Tree } from "@parfocal/core/structure/structure.contract.ts";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";
import { sendCall } from "./send-call.ts";

/** @param since omitted: the whole tree. */
export async function readTreeAs(as: TestUser, { server }: TestSite, since?: number): Promise<Tree> {
  const { status, answer, failure } = await sendCall(server, getTree, {
    as,
    ...(since === undefined ? {} : { query: { since: String(since) } }),
  });
  if (status !== 200) throw new Error(failure.message);
  return answer;
}

/**
 * A version since which nothing has changed. The version of one response can be older: it waits for all open
 * transactions of the database server, including those of other test files, and changes may be returned twice until
 * they end.
 */
export async function settledVersion(as: TestUser, site: TestSite): Promise<number> {
  let { version } = await readTreeAs(as, site);
  for (;;) {
    const more = await readTreeAs(as, site, version);
    if (more.nodes.length + more.parents.length + more.gone.length === 0) return more.version;
    version = more.version;
  }
}

/** IDs of the children of a parent, in order. @param parentId null: the courses. */
export async function childrenOf(as: TestUser, site: TestSite, parentId: number | null): Promise<number[]> {
  const { parents } = await readTreeAs(as, site);
  return parents.find(({ id }) => id === parentId)?.children.map(({ id }) => id) ?? [];
}

interface Shape {
  readonly title: string;
  readonly type: ItemKind;
  readonly children: readonly Shape[];
}

/** Properties and content of an item, without IDs. */
export async function shapeOf(as: TestUser, site: TestSite, id: number): Promise<Shape> {
  const { nodes, parents } = await readTreeAs(as, site);
  const shape = (nodeId: number): Shape => {
    const node = nodes.find((one) => one.id === nodeId);
    if (!node) throw new Error(`there is no ${nodeId} in the tree`);
    const children = parents.find((parent) => parent.id === nodeId)?.children ?? [];
    return { title: node.title, type: node.type, children: children.map((child) => shape(child.id)) };
  };
  return shape(id);
}

/** Names of violated invariants; should be empty. */
export async function violationsOf({ server, id }: TestSite): Promise<string[]> {
  const counts = await withSite(server.platform.database, id, (db) => countViolations(db, id));
  return counts.filter(({ count }) => count > 0).map(({ name, count }) => `${name}: ${count}`);
}
