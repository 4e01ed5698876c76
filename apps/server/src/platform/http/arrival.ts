/**
 * When a request arrived: before its body was read, by a clock that never jumps. What came in time stays in time, however
 * long it waits (reliability rule D-3).
 */
import type { FastifyRequest } from "fastify";

const arrivals = new WeakMap<FastifyRequest, number>();

/** ms since the epoch, as the clock was when the process started, and evenly on from there: no change of the clock moves it. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

export function noteArrival(request: FastifyRequest): void {
  arrivals.set(request, steadyNow());
}

/** @returns ms since the epoch; now, if the request's arrival was not recorded. */
export const arrivalOf = (request: FastifyRequest): number => arrivals.get(request) ?? steadyNow();
