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

it("every kind has the status of a failure, and the kind of a status has that status", () => {
  for (const kind of Object.keys(STATUS_OF) as ErrorKind[]) {
    expect(STATUS_OF[kind]).toBeGreaterThanOrEqual(400);
    expect(STATUS_OF[errorKindOf(STATUS_OF[kind])]).toBe(STATUS_OF[kind]);
  }
});

it("a status that the table lacks is an internal failure", () => expect(errorKindOf(418)).toBe("internal"));

it("an object that does not exist is answered with its name, codes and cause", () => {
  const cause = new Error("ENOENT");
  const error = notFound("Quiz", { codes: ["quizId"], cause });
  expect([error.kind, error.message, error.codes, error.cause]).toEqual([
    "notFound",
    "Quiz not found.",
    ["quizId"],
    cause,
  ]);
});

it("an object without a name is not found either", () => expect(notFound().message).toBe("Not found."));

it("what the caller may not do has a sentence and a code", () =>
  expect(notAllowed("Only the owner can change it.")).toMatchObject({
    kind: "forbidden",
    message: "Only the owner can change it.",
    codes: ["notAllowed"],
  }));

it("an object that may be hidden from the caller is answered without saying which of the two it is", () => {
  expect(notFoundOrNoAccess("Note")).toMatchObject({
    kind: "notFound",
    message: "Note not found, or you do not have access to it.",
  });
  expect(notFoundOrNoAccess().message).toBe("Not found, or you do not have access to it.");
});

it("an ID in the body that differs from the path is invalid, and its field is named", () => {
  expect(idMismatch("quiz")).toMatchObject({
    kind: "invalid",
    message: "The quiz ID in the body does not match the path.",
    codes: ["id"],
  });
  expect(idMismatch("item", "itemId").codes).toEqual(["itemId"]);
});
