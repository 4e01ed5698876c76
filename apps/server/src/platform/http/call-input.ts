/** Validates the input and the response of a call against its contract. */
import type { BodyOf, Call, ParamsOf, QueryOf } from "@parfocal/core/call.contract.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { FormBody, valuesOf } from "./form-body.ts";
import type { StoredAnswer } from "./idempotency.ts";
import { assertPlainInput } from "./plain-input.ts";

export interface RouteInput<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
}

export function readInput<C extends Call>(contract: C, request: FastifyRequest): RouteInput<C> {
  return {
    params: parseInput(contract.params, request.params, "params"),
    query: parseInput(contract.query, request.query, "query"),
    body: contract.body ? parseInput(contract.body, bodyOf(request, contract.body), "body") : undefined,
  } as RouteInput<C>;
}

const bodyOf = ({ body }: FastifyRequest, schema: z.ZodType): unknown =>
  body instanceof FormBody ? valuesOf(body, schema) : (body ?? {});

/** Per problem; problems include field names, which the caller chooses. */
const PROBLEM_MAX_CHARACTERS = 300;

const cut = (text: string): string => text.slice(0, PROBLEM_MAX_CHARACTERS).toWellFormed();

/**
 * @throws AppError `invalid` with the problem, also for input rejected by `assertPlainInput`; `notFound` for a path
 * that cannot belong to an item.
 */
export function parseInput(
  schema: z.ZodType | undefined,
  value: unknown,
  place: "params" | "query" | "body" | "form",
): unknown {
  if (!schema) return undefined;
  assertPlainInput(value, place);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  // A path that cannot belong to an item is answered as if the item did not exist.
  if (place === "params") throw notFound();
  const problems = result.error.issues.slice(0, 5).map((issue) => `${issue.path.join(".") || place}: ${issue.message}`);
  throw new AppError("invalid", `Invalid request. ${problems.map(cut).join("; ")}`, {
    codes: result.error.issues.slice(0, 20).map((issue) => cut(`${issue.path.join(".") || place}.${issue.code}`)),
  });
}

/** Validates the response against the contract; unknown fields are dropped. */
export function checkAnswer(contract: Call, answer: unknown): StoredAnswer {
  if (contract.answer instanceof z.ZodVoid) return { status: 204, answer: null };
  return { status: 200, answer: contract.answer.parse(answer) };
}
