import { describe, expect, it } from "vitest";
import { createPlaces } from "./places.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("places", () => {
  it("are assigned in the order of requests, never more than available", async () => {
    const places = createPlaces(2);
    const entered: number[] = [];
    const exits: (() => void)[] = [];
    for (let i = 0; i < 5; i++) {
      void places.take().then((giveBack) => {
        entered.push(i);
        exits.push(giveBack);
      });
    }
    await settle();
    expect(entered).toEqual([0, 1]);
    exits[1]!();
    await settle();
    expect(entered).toEqual([0, 1, 2]);
    exits[0]!();
    exits[2]!();
    await settle();
    expect(entered).toEqual([0, 1, 2, 3, 4]);
  });

  it("an aborted wait keeps the places of the others", async () => {
    const places = createPlaces(1);
    const giveBack = await places.take();
    const impatient = new AbortController();
    const refused = expect(places.take(impatient.signal)).rejects.toThrow("no patience");
    const patient = places.take();
    impatient.abort(new Error("no patience"));
    await refused;
    giveBack();
    (await patient)();
    (await places.take())();
  });

  it("are not assigned if the signal is already aborted", async () => {
    await expect(createPlaces(1).take(AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
  });
});
