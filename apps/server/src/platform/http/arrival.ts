/**
 * When a request arrived: before its body was read, by a clock that never jumps. What came in time stays in time, however
 * long it waits (reliability rule D-3).
 */
import type { FastifyRequest } from "fastify";

const arrivals = new WeakMap<FastifyRequest, number>();

let offsetMs = 0;

/** @param ms difference between the clock that all servers share, the database's, and this machine's. */
export function setClockOffset(ms: number): void {
  offsetMs = ms;
}

/**
 * ms since the epoch, as the database's clock was when the process started, and evenly on from there: no change of a
 * clock moves it, and servers on machines whose clocks differ decide alike.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now() + offsetMs;

export function noteArrival(request: FastifyRequest): void {
  arrivals.set(request, steadyNow());
}

/** @returns ms since the epoch; now, if the request's arrival was not recorded. */
export const arrivalOf = (request: FastifyRequest): number => arrivals.get(request) ?? steadyNow();
