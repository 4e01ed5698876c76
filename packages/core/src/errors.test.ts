import { expect, it } from "vitest";
import {
  AppError,
  type ErrorKind,
  errorKindOf,
  idMismatch,
  notAllowed,
  notFound,
  notFoundOrNoAccess,
  STATUS_OF,
} from "./errors.ts";

it("keeps kind, text, codes and cause", () => {
  const cause = new Error("below");
  const error = new AppError("invalid", "No.", { codes: ["a"], cause });
  expect([error.kind, error.message, error.codes, error.cause]).toEqual(["invalid", "No.", ["a"], cause]);
  expect(new AppError("internal", "No.").codes).toEqual([]);
});

it("every kind has an error status, and maps to and from it", () => {
  for (const kind of Object.keys(STATUS_OF) as ErrorKind[]) {
    expect(STATUS_OF[kind]).toBeGreaterThanOrEqual(400);
    expect(STATUS_OF[errorKindOf(STATUS_OF[kind])]).toBe(STATUS_OF[kind]);
  }
});

it("an unknown status is an internal error", () => expect(errorKindOf(418)).toBe("internal"));

it("an object that does not exist is reported with its name, codes and cause", () => {
  const cause = new Error("ENOENT");
  const error = notFound("Quiz", { codes: ["quizId"], cause });
  expect([error.kind, error.message, error.codes, error.cause]).toEqual([
    "notFound",
    "Quiz not found.",
    ["quizId"],
    cause,
  ]);
});

it("an object without a name gets the short message", () => expect(notFound().message).toBe("Not found."));

it("a forbidden action has a message and a code", () =>
  expect(notAllowed("Only the owner can change it.")).toMatchObject({
    kind: "forbidden",
    message: "Only the owner can change it.",
    codes: ["notAllowed"],
  }));

it("a missing or hidden object is reported without revealing which", () => {
  expect(notFoundOrNoAccess("Note")).toMatchObject({
    kind: "notFound",
    message: "Note not found, or you do not have access to it.",
  });
  expect(notFoundOrNoAccess().message).toBe("Not found, or you do not have access to it.");
});

it("an ID in the body that differs from the path is invalid, and the error names its field", () => {
  expect(idMismatch("quiz")).toMatchObject({
    kind: "invalid",
    message: "The quiz ID in the body does not match the path.",
    codes: ["id"],
  });
  expect(idMismatch("item", "itemId").codes).toEqual(["itemId"]);
});
