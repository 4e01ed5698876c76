// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createWorkerHands, type WorkerHands } from "./worker-hands.ts";

interface Order {
  readonly id: number;
  readonly word: string;
}
interface News {
  readonly kind: "echo";
  readonly id: number;
}

const PLACE = { index: 0, x: 0, y: 0 } as never;
let started: FakeWorker[] = [];
let hands: WorkerHands<Order, News> | undefined;

/** A worker that answers and fails on request. */
class FakeWorker extends EventTarget {
  readonly received: unknown[] = [];
  isTerminated = false;
  postMessage(order: unknown): void {
    if (!this.isTerminated) this.received.push(order);
  }
  answer(id: number): void {
    this.dispatchEvent(new MessageEvent("message", { data: { kind: "echo", id } }));
  }
  break(): void {
    this.dispatchEvent(new Event("error"));
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

function openHand() {
  hands = createWorkerHands<Order, News>(() => {
    const worker = new FakeWorker();
    started.push(worker);
    return worker as unknown as Worker;
  }, "it broke");
  const hand = hands.handOf(PLACE);
  const before = started.length;
  return { hand, first: started[0] as FakeWorker, startedLater: () => started.slice(before) };
}

beforeEach(() => {
  started = [];
  vi.spyOn(navigator, "hardwareConcurrency", "get").mockReturnValue(4);
});
afterEach(() => {
  hands?.destroy();
  vi.restoreAllMocks();
});

it("rejects requests to a worker that fails, and the next request gets another worker", async () => {
  const { hand, first, startedLater } = openHand();
  hand.ledger.note("a tile", 10);
  const lost = hand.ask({ word: "one" });
  first.break();
  await expect(lost).rejects.toThrow("it broke");
  expect([first.isTerminated, hand.ledger.has("a tile"), startedLater()]).toEqual([true, false, []]);

  const pending = hand.ask({ word: "two" });
  const [second] = startedLater();
  expect(second?.received).toEqual([{ word: "two", id: 2 }]);
  second?.answer(2);
  expect(await pending).toEqual({ kind: "echo", id: 2 });
});

it("rejects each request to a worker that always fails, so that none waits forever", async () => {
  const { hand, first, startedLater } = openHand();
  first.break();
  for (const turn of [1, 2, 3]) {
    const pending = hand.ask({ word: "again" });
    startedLater().at(-1)?.break();
    await expect(pending).rejects.toThrow("it broke");
    expect(startedLater()).toHaveLength(turn);
  }
});

it("other workers continue with their tiles", async () => {
  const { first } = openHand();
  const other = hands?.all[1];
  other?.ledger.note("a tile", 10);
  const pending = other?.ask({ word: "elsewhere" });
  first.break();
  started[1]?.answer(1);
  expect(await pending).toEqual({ kind: "echo", id: 1 });
  expect(other?.ledger.has("a tile")).toBe(true);
});

it("rejects requests immediately once the slide is closed", async () => {
  const { hand, first, startedLater } = openHand();
  const waiting = hand.ask({ word: "one" });
  hands?.destroy();
  await expect(waiting).rejects.toThrow("closed");
  await expect(hand.ask({ word: "two" })).rejects.toThrow("closed");
  expect([first.isTerminated, startedLater()]).toEqual([true, []]);
});
