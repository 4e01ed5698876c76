import { describe, expect, it } from "vitest";
import { z } from "./zod-stub.ts";

type Anything = Record<string, (...inputs: unknown[]) => Anything>;

describe("the stub of zod", () => {
  const schemas = z as unknown as Anything;

  it("accepts any construction of a schema", () => {
    const schema = schemas
      .object?.({ id: schemas.int?.().positive?.().nullable?.() })
      ?.refine?.(() => true, {})
      ?.transform?.(Number);
    expect(schema).toBe(z);
  });

  it("throws if it is used for validation", () => {
    expect(() => schemas.string?.().safeParse).toThrow("not in the browser's bundle");
    expect(() => schemas.object?.({}).shape).toThrow("not in the browser's bundle");
  });
});
