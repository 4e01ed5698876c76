/**
 * Random actions in a tree, through HTTP: sequentially, compared with a model; and by ten editors concurrently
 * (REL-14, the short form of lab/tree-races.ts).
 */
import { insertAt, mergeOrder, orderWithinSlots } from "@parfocal/core/structure/order-rules.ts";
import {
  copyImage,
  moveItem,
  orderItems,
  removeItems,
  restoreRemoved,
} from "@parfocal/core/structure/structure.contract.ts";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { buildCourse, buildFolder, buildItem } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { readTreeAs, violationsOf } from "#testing/read-content.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const FOLDERS = 4;
const ITEMS = 5;
const EDITORS = 10;
const ACTIONS_OF_AN_EDITOR = 40;

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** Numbers are indices: of parents (0: the course), of items (folders first), of removals so far. */
type Action =
  | {
      readonly what: "move";
      readonly item: number;
      readonly from: number;
      readonly to: number;
      readonly place: number;
    }
  | { readonly what: "order"; readonly parent: number; readonly keys: readonly number[] }
  | { readonly what: "paste"; readonly image: number; readonly parent: number }
  | { readonly what: "remove"; readonly item: number; readonly parent: number }
  | { readonly what: "restore"; readonly removal: number };

const parent = fc.nat(FOLDERS);
const item = fc.nat(FOLDERS + ITEMS - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    what: fc.constant("move" as const),
    item,
    from: parent,
    to: parent,
    place: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    what: fc.constant("order" as const),
    parent,
    keys: fc.array(fc.nat(99), { minLength: 9, maxLength: 9 }),
  }),
  fc.record({ what: fc.constant("paste" as const), image: fc.nat(ITEMS - 1), parent }),
  fc.record({ what: fc.constant("remove" as const), item, parent }),
  fc.record({ what: fc.constant("restore" as const), removal: fc.nat(5) }),
);

interface World {
  readonly site: TestSite;
  readonly as: TestUser;
  /** The course, then the folders. */
  readonly parents: readonly number[];
  /** The folders, then the images. */
  readonly items: readonly number[];
}

async function buildWorld(): Promise<World> {
  const site = await buildSite(server);
  const as = await buildUser(site, { role: "teacher" });
  const courseId = await buildCourse(site);
  const folders: number[] = [];
  for (let index = 0; index < FOLDERS; index += 1) folders.push(await buildFolder(site, { parentId: courseId }));
  const images: number[] = [];
  for (let index = 0; index < ITEMS; index += 1)
    images.push(await buildItem(site, { kind: "image", parentId: folders[index % 2] as number }));
  return { site, as, parents: [courseId, ...folders], items: [...folders, ...images] };
}

/** The expected placements, by the rules alone. */
class Model {
  readonly lists: Map<number, number[]>;
  readonly bin: { itemId: number; parentId: number; position: number; isOver: boolean }[] = [];
  readonly world: World;

  constructor(world: World) {
    this.world = world;
    const [courseId, ...folders] = world.parents;
    this.lists = new Map(world.parents.map((id) => [id, id === courseId ? [...folders] : []]));
    for (const [index, id] of world.items.slice(FOLDERS).entries()) this.list(folders[index % 2] as number).push(id);
  }

  list(id: number): number[] {
    return this.lists.get(id) ?? [];
  }

  reached(): Set<number> {
    const reached = new Set([this.world.parents[0] as number]);
    for (const id of reached) for (const child of this.list(id)) reached.add(child);
    return reached;
  }

  isBelow(id: number, top: number): boolean {
    return id === top || this.list(top).some((child) => this.isBelow(id, child));
  }

  /** @returns whether it is done; a rejected action changes nothing. */
  move(itemId: number, from: number, to: number, position: number): boolean {
    const reached = this.reached();
    const exists = from !== to && this.list(to).includes(itemId);
    const isCircle = from !== to && this.isBelow(to, itemId);
    if (!reached.has(from) || !reached.has(to) || !this.list(from).includes(itemId) || exists || isCircle) return false;
    this.take(itemId, from);
    this.put(to, itemId, position);
    return true;
  }

  put(to: number, itemId: number, position?: number): void {
    this.lists.set(to, insertAt(this.list(to), [itemId], position));
  }

  take(itemId: number, from: number): void {
    this.lists.set(
      from,
      this.list(from).filter((id) => id !== itemId),
    );
  }

  paste(imageId: number, to: number): boolean {
    const reached = this.reached();
    if (!reached.has(imageId) || !reached.has(to) || this.list(to).includes(imageId)) return false;
    this.put(to, imageId);
    return true;
  }

  order(id: number, requested: readonly number[]): boolean {
    if (!this.reached().has(id)) return false;
    const isImage = (one: number) => this.world.items.indexOf(one) >= FOLDERS;
    const images = this.list(id).filter(isImage);
    this.lists.set(id, orderWithinSlots(this.list(id), mergeOrder(images, requested), isImage));
    return true;
  }

  remove(itemId: number, from: number): boolean {
    if (!this.reached().has(from) || !this.list(from).includes(itemId)) return false;
    for (const old of this.bin) if (old.itemId === itemId && old.parentId === from) old.isOver = true;
    this.bin.push({ itemId, parentId: from, position: this.list(from).indexOf(itemId) + 1, isOver: false });
    this.take(itemId, from);
    return true;
  }

  restore(index: number): boolean {
    const entry = this.bin[index];
    if (!entry || entry.isOver || !this.reached().has(entry.parentId)) return false;
    const exists = this.list(entry.parentId).includes(entry.itemId);
    if (!exists && this.isBelow(entry.parentId, entry.itemId)) return false;
    entry.isOver = true;
    if (!exists) this.put(entry.parentId, entry.itemId, entry.position);
    return true;
  }
}

const REFUSALS = [400, 404, 409];

/** @param binIds of all removals so far; grows. @param images for an order: the images to name. */
async function send(world: World, input: Action, binIds: number[], images: (parentId: number) => readonly number[]) {
  const { as, parents, items } = world;
  const parentAt = (index: number) => parents[index] as number;
  if (input.what === "move") {
    const [itemId, fromParentId, toParentId] = [items[input.item] as number, parentAt(input.from), parentAt(input.to)];
    return (await sendCall(server, moveItem, { as, body: { itemId, fromParentId, toParentId, position: input.place } }))
      .status;
  }
  if (input.what === "paste") {
    const body = { id: items[FOLDERS + input.image] as number, parentId: parentAt(input.parent) };
    return (await sendCall(server, copyImage, { as, body })).status;
  }
  if (input.what === "order") {
    const itemIds = [...images(parentAt(input.parent))];
    return (await sendCall(server, orderItems, { as, body: { parentId: parentAt(input.parent), itemIds } })).status;
  }
  if (input.what === "restore") {
    const params = { id: String(binIds[input.removal] ?? 999_999) };
    return (await sendCall(server, restoreRemoved, { as, params, body: {} })).status;
  }
  const params = {
    parentType: input.parent === 0 ? ("course" as const) : ("folder" as const),
    parentId: String(parentAt(input.parent)),
  };
  const { status, answer } = await sendCall(server, removeItems, {
    as,
    params,
    body: { itemIds: [items[input.item] as number] },
  });
  if (status === 200) binIds.push(...answer.removals.map(({ binId }) => binId));
  return status;
}

function follow(model: Model, input: Action, requested: readonly number[]): boolean {
  const { parents, items } = model.world;
  const parentAt = (index: number) => parents[index] as number;
  if (input.what === "move")
    return model.move(items[input.item] as number, parentAt(input.from), parentAt(input.to), input.place);
  if (input.what === "paste") return model.paste(items[FOLDERS + input.image] as number, parentAt(input.parent));
  if (input.what === "order") return model.order(parentAt(input.parent), requested);
  if (input.what === "restore") return model.restore(input.removal);
  return model.remove(items[input.item] as number, parentAt(input.parent));
}

it("random actions in sequence leave the tree as the model predicts", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 30 }), async (actions) => {
      const world = await buildWorld();
      const model = new Model(world);
      const binIds: number[] = [];
      for (const input of actions) {
        const keys = input.what === "order" ? input.keys : [];
        const images = world.items.slice(FOLDERS);
        // Some of them are in this parent, some are not.
        const requested = images.toSorted(
          (one, other) => (keys[images.indexOf(one)] ?? 0) - (keys[images.indexOf(other)] ?? 0),
        );
        const status = await send(world, input, binIds, () => requested);
        const isDone = follow(model, input, requested);
        expect([input, isDone ? status : REFUSALS.includes(status)]).toEqual([input, isDone ? 200 : true]);
      }
      const tree = await readTreeAs(world.as, world.site);
      const listed = new Map(tree.parents.map(({ id, children }) => [id, children.map((child) => child.id)]));
      for (const id of model.reached()) expect(listed.get(id) ?? []).toEqual(model.list(id));
      expect(new Set(tree.nodes.map(({ id }) => id))).toEqual(model.reached());
      expect(await violationsOf(world.site)).toEqual([]);
    }),
    { numRuns: 6 },
  );
});

it("after ten concurrent editors each order is a permutation, without cycles, and nothing is lost", {
  timeout: 120_000,
}, async () => {
  const world = await buildWorld();
  const binIds: number[] = [];
  const statuses = new Map<number, number>();
  const images = world.items.slice(FOLDERS);
  await Promise.all(
    Array.from({ length: EDITORS }, async () => {
      for (const input of fc.sample(action, ACTIONS_OF_AN_EDITOR)) {
        const recent =
          input.what === "restore" ? { ...input, removal: Math.max(0, binIds.length - 1 - input.removal) } : input;
        const status = await send(world, recent, binIds, () => images.toReversed());
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  expect([...statuses.keys()].filter((status) => ![200, ...REFUSALS].includes(status))).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(EDITORS * ACTIONS_OF_AN_EDITOR * 0.1);
  expect(await violationsOf(world.site)).toEqual([]);
  // Everything that existed is in the tree, in the bin, or in an item in the bin.
  const rows = await server.owner
    .selectFrom("item")
    .leftJoin("placement", "placement.item_id", "item.id")
    .leftJoin("bin_entry", "bin_entry.item_id", "item.id")
    .select(["item.id", "placement.parent_id as parentId", "bin_entry.id as binId"])
    .where("item.site_id", "=", world.site.id)
    .where("item.kind", "<>", "course")
    .execute();
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(world.items));
  expect(rows.filter(({ parentId, binId }) => parentId === null && binId === null)).toEqual([]);
});
