import { expect, it } from "vitest";
import { OrderedWork } from "./ordered-work.ts";

interface Item {
  readonly name: string;
  readonly bytes: number;
}

async function* given(...items: (readonly [name: string, bytes: number])[]): AsyncGenerator<Item> {
  for (const [name, bytes] of items) yield { name, bytes };
}

/** Work that ends on request. */
function createWorks() {
  const running = new Map<string, PromiseWithResolvers<string>>();
  const seen: string[][] = [];
  return {
    seen,
    running: () => [...running.keys()],
    start({ name }: Item): Promise<string> {
      const work = Promise.withResolvers<string>();
      running.set(name, work);
      seen.push([...running.keys()]);
      return work.promise.finally(() => running.delete(name));
    },
    end: (name: string) => running.get(name)?.resolve(name),
    fail: (name: string, error: Error) => running.get(name)?.reject(error),
    failAll: (error: Error) => {
      for (const work of running.values()) work.reject(error);
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const { signal: never } = new AbortController();
const read = async (results: AsyncIterable<string>) => {
  const names: string[] = [];
  for await (const name of results) names.push(name);
  return names;
};

it("results are in the order of the items, with no more items in progress than the limit", async () => {
  const works = createWorks();
  const ordered = new OrderedWork({ maxItems: 3, maxBytes: 100 }, never);
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const result = read(ordered.each(given(...names.map((name) => [name, 1] as const)), works.start));
  await settled();
  while (works.running().length > 0) {
    works.end(works.running().at(-1) ?? "");
    await settled();
  }
  expect(await result).toEqual(names);
  expect(Math.max(...works.seen.map(({ length }) => length))).toBe(3);
});

it("an item above the limit is processed alone, others together only while they fit", async () => {
  const works = createWorks();
  const ordered = new OrderedWork({ maxItems: 8, maxBytes: 10 }, never);
  const items = given(["a", 4], ["b", 6], ["c", 1], ["large", 500], ["d", 5], ["e", 5]);
  const result = read(ordered.each(items, works.start));
  await settled();
  while (works.running().length > 0) {
    works.end(works.running()[0] ?? "");
    await settled();
  }
  expect(await result).toEqual(["a", "b", "c", "large", "d", "e"]);
  expect(works.seen).toEqual([["a"], ["a", "b"], ["b", "c"], ["large"], ["d"], ["d", "e"]]);
});

it("the first error is thrown once running work has ended; nothing is started after it", async () => {
  const works = createWorks();
  const ordered = new OrderedWork({ maxItems: 3, maxBytes: 100 }, never);
  const outcome = read(ordered.each(given(["a", 1], ["b", 1], ["c", 1], ["d", 1]), works.start)).catch(
    (error: unknown) => error,
  );
  await settled();
  const first = new Error("the first");
  works.fail("c", first);
  await settled();
  expect([ordered.signal.reason, works.running()]).toEqual([first, ["a", "b"]]);
  works.end("a");
  await settled();
  let hasEnded = false;
  void outcome.then(() => {
    hasEnded = true;
  });
  await settled();
  expect(hasEnded).toBe(false);
  works.failAll(new Error("a consequence"));
  expect(await outcome).toBe(first);
  expect(works.seen).toHaveLength(3);
});

it("an error of the list ends the work too", async () => {
  const works = createWorks();
  const ordered = new OrderedWork({ maxItems: 3, maxBytes: 100 }, never);
  const failure = new Error("the list");
  async function* failing() {
    yield* given(["a", 1]);
    throw failure;
  }
  const outcome = read(ordered.each(failing(), works.start)).catch((error: unknown) => error);
  await settled();
  expect(ordered.signal.aborted).toBe(true);
  works.end("a");
  expect(await outcome).toBe(failure);
});

it("running work ends when the reader stops, or when the outer signal is aborted", async () => {
  const works = createWorks();
  const ordered = new OrderedWork({ maxItems: 3, maxBytes: 100 }, never);
  const results = ordered.each(given(["a", 1], ["b", 1], ["c", 1], ["d", 1]), works.start);
  const first = results.next();
  await settled();
  works.end("a");
  expect((await first).value).toBe("a");
  const stopped = results.return(undefined);
  await settled();
  expect(ordered.signal.aborted).toBe(true);
  works.failAll(new Error("stopped"));
  await stopped;
  const outside = new AbortController();
  const other = new OrderedWork({ maxItems: 2, maxBytes: 100 }, outside.signal);
  const outcome = read(other.each(given(["e", 1], ["f", 1], ["g", 1]), works.start)).catch((error: unknown) => error);
  await settled();
  const reason = new Error("from outside");
  outside.abort(reason);
  works.failAll(new Error("a consequence"));
  expect(await outcome).toBe(reason);
  expect(works.running()).toEqual([]);
});
