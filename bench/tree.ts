/**
 * Cost of the content tree at 1,000, 5,000 and 20,000 nodes: the whole tree, changes, a move, an order; over HTTP,
 * sequentially, in one run. 20 items per folder, 10 folders per folder. The relevant result is the ratio to 1,000.
 *
 * Goal: the whole tree of 20,000 nodes within 300 ms, p95.
 *
 * Usage: node bench/tree.ts [REQUESTS]     default: 40 a row
 */
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import { withBenchServer } from "./bench-server.ts";
import { fillTree } from "./fill-tree.ts";

const [requests = 40] = process.argv.slice(2).map(Number);
const COUNTS = [1_000, 5_000, 20_000] as const;
const WARM_UP_REQUESTS = 5;

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] as number;

await withBenchServer("administrator", async ({ database, ask }) => {
  const measure = async (action: (turn: number) => Promise<unknown>): Promise<number[]> => {
    const durationsMs: number[] = [];
    for (let turn = 0; turn < requests + WARM_UP_REQUESTS; turn += 1) {
      const startedMs = performance.now();
      await action(turn);
      if (turn >= WARM_UP_REQUESTS) durationsMs.push(performance.now() - startedMs);
    }
    return durationsMs;
  };

  const first = new Map<string, { p50: number; p95: number }>();
  console.log("| nodes | what | p50 ms | p95 ms | p50 of 1,000's | p95 of 1,000's |\n|---|---|---|---|---|---|");
  for (const count of COUNTS) {
    await fillTree(database, count);
    const whole = (await ask("GET", "/v2/structure/tree")) as Tree;
    if (whole.nodes.length !== count) throw new Error(`${whole.nodes.length} nodes instead of ${count}`);
    const kinds = new Map(whole.nodes.map(({ id, type }) => [id, type]));
    const folders = whole.parents.filter(({ id }) => id !== null && kinds.get(id) === "folder");
    const [from, to] = [folders[0], folders[1]].map((parent) => ({
      id: parent?.id as number,
      images: parent?.children.map(({ id }) => id).filter((id) => kinds.get(id) === "image") ?? [],
    })) as [{ id: number; images: number[] }, { id: number; images: number[] }];
    const itemId = from.images[0] as number;
    let since = whole.version;
    const rows: [what: string, action: (turn: number) => Promise<unknown>][] = [
      ["the whole tree", () => ask("GET", "/v2/structure/tree")],
      [
        "what has changed",
        async () => {
          since = ((await ask("GET", `/v2/structure/tree?since=${since}`)) as Tree).version;
        },
      ],
      [
        "a move and back",
        (turn) => {
          const [source, target] = turn % 2 === 0 ? [from, to] : [to, from];
          const body = { itemId, fromParentId: source.id, toParentId: target.id, position: 1 };
          return ask("PUT", "/v2/structure/moveItem", body);
        },
      ],
      [
        "an order of 20",
        (turn) => {
          const itemIds = turn % 2 === 0 ? to.images : to.images.toReversed();
          return ask("PUT", "/v2/structure/orderItems", { parentId: to.id, itemIds });
        },
      ],
    ];
    for (const [what, action] of rows) {
      const durationsMs = await measure(action);
      const now = { p50: percentile(durationsMs, 0.5), p95: percentile(durationsMs, 0.95) };
      if (!first.has(what)) first.set(what, now);
      const smallest = first.get(what) as typeof now;
      const ratios = `${(now.p50 / smallest.p50).toFixed(1)} | ${(now.p95 / smallest.p95).toFixed(1)}`;
      console.log(`| ${count} | ${what} | ${now.p50.toFixed(1)} | ${now.p95.toFixed(1)} | ${ratios} |`);
    }
  }
});
