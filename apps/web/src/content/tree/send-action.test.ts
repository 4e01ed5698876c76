/** Actions on more rows than one call takes. */
import { STRUCTURE_ACTION_MAX_ITEMS } from "@parfocal/core/structure/structure.contract.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PartlyDone } from "./partly-done.ts";
import { treeServer } from "./send-action.ts";
import { buildTree } from "./testing/build-tree.ts";
import { addingAction } from "./tree-actions.ts";

const COUNT = 800;
const slides = Array.from({ length: COUNT }, (_, index) => ({ id: 1000 + index, kind: "image" as const }));
const tree = buildTree([
  { id: 1, kind: "course", children: [{ id: 2, kind: "folder", children: slides }] },
  { id: 3, kind: "course", children: [{ id: 4, kind: "image" }] },
]);
const items = slides.map(({ id }) => ({ id, parentId: 2 }));

afterEach(() => vi.unstubAllGlobals());

interface Body {
  readonly itemIds?: readonly number[];
  readonly items?: readonly unknown[];
  readonly position?: number;
}

/** @param rejectedFrom number of the first call that is rejected. @returns requests that were sent. */
function serve(rejectedFrom = Number.POSITIVE_INFINITY): Body[] {
  const sent: Body[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Body;
    if (sent.length >= rejectedFrom) return Response.json({ kind: "internal", message: "Away." }, { status: 500 });
    sent.push(body);
    const removals = (body.itemIds ?? []).map((itemId) => ({ binId: itemId + 10_000, itemId }));
    return Response.json({ parents: [], removals });
  });
  return sent;
}

describe(`${COUNT} rows at once`, () => {
  it("are removed by calls that do not exceed the server's limit", async () => {
    const sent = serve();
    const { result } = await treeServer.send({ type: "remove", items }, tree);
    expect(sent.map(({ itemIds }) => itemIds?.length)).toEqual([500, 300]);
    // Restored in reverse: the last removed first.
    expect(result?.removals.slice(0, 1)).toEqual([{ id: 1499, parentId: 2, binId: 11_499 }]);
    expect(result?.removals.slice(STRUCTURE_ACTION_MAX_ITEMS, 501)).toEqual([{ id: 1799, parentId: 2, binId: 11_799 }]);
    expect(result?.removals).toHaveLength(COUNT);
  });

  it("are moved in order", async () => {
    const sent = serve();
    await treeServer.send({ type: "move", items, toParentId: 3, position: 1 }, tree);
    expect(sent.map((body) => [body.items?.length, body.position])).toEqual([
      [500, 1],
      [300, 501],
    ]);
  });

  it("reports the moved and the remaining items if a call fails", async () => {
    serve(1);
    const action = { type: "move", items, toParentId: 3, position: 1 } as const;
    const thrown: unknown = await treeServer.send(action, tree).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(PartlyDone);
    const { done, rest } = (thrown as PartlyDone).parts;
    expect(done).toEqual({ ...action, items: items.slice(0, 500) });
    expect(rest).toEqual({ ...action, items: items.slice(500), position: 501 });
  });
});

it("radiology items selected in the picker are added to another parent, not copied", async () => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    requests.push(`${method} ${url} ${body}`);
    return Response.json({});
  });
  const chosen = [7, 8].map((id) => ({ id, kind: "radiology" as const }));
  const { result } = await treeServer.send(addingAction(chosen, 3), tree);
  expect(requests).toEqual([
    'POST /api/v2/radiology/7/parent {"itemId":7,"parentId":3}',
    'POST /api/v2/radiology/8/parent {"itemId":8,"parentId":3}',
  ]);
  expect(result?.made).toEqual([7, 8]);
  expect(addingAction([{ id: 9, kind: "case" }], 3).type).toBe("paste");
});
