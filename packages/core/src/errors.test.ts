import { expect, it } from "vitest";
import { AppError, type ErrorKind, errorKindOf, STATUS_OF } from "./errors.ts";

it("keeps kind, text, codes and cause", () => {
  const cause = new Error("below");
  const error = new AppError("invalid", "No.", { codes: ["a"], cause });
  expect([error.kind, error.message, error.codes, error.cause]).toEqual(["invalid", "No.", ["a"], cause]);
  expect(new AppError("internal", "No.").codes).toEqual([]);
});

it("every kind has the status of a failure, and the kind of a status has that status", () => {
  for (const kind of Object.keys(STATUS_OF) as ErrorKind[]) {
    expect(STATUS_OF[kind]).toBeGreaterThanOrEqual(400);
    expect(STATUS_OF[errorKindOf(STATUS_OF[kind])]).toBe(STATUS_OF[kind]);
  }
});

it("a status that the table lacks is an internal failure", () => expect(errorKindOf(418)).toBe("internal"));
