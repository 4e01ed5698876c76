import { describe, expect, it } from "vitest";
import { z } from "./zod-stub.ts";

type Anything = Record<string, (...inputs: unknown[]) => Anything>;

describe("the stand-in for zod", () => {
  const schemas = z as unknown as Anything;

  it("takes the building of a schema, however it is built", () => {
    const schema = schemas
      .object?.({ id: schemas.int?.().positive?.().nullable?.() })
      ?.refine?.(() => true, {})
      ?.transform?.(Number);
    expect(schema).toBe(z);
  });

  it("says at once that nothing can be checked with it", () => {
    expect(() => schemas.string?.().safeParse).toThrow("not in the browser's bundle");
    expect(() => schemas.object?.({}).shape).toThrow("not in the browser's bundle");
  });
});
