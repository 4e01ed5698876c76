/**
 * When a request arrived: before its body was read, by a clock that never jumps. A request that arrived in time counts
 * as in time, however long it waits (reliability rule D-3).
 */
import type { FastifyRequest } from "fastify";

const arrivals = new WeakMap<FastifyRequest, number>();

let offsetMs = 0;

/** @param ms difference between the clock that all servers share, the database's, and this machine's. */
export function setClockOffset(ms: number): void {
  offsetMs = ms;
}

/**
 * ms since the epoch: the database's clock at the start of the process, advancing monotonically from there. Clock
 * changes do not affect it, and servers on machines with different clocks decide alike.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now() + offsetMs;

export function noteArrival(request: FastifyRequest): void {
  arrivals.set(request, steadyNow());
}

/** @returns ms since the epoch; the current time if the request's arrival was not recorded. */
export const arrivalOf = (request: FastifyRequest): number => arrivals.get(request) ?? steadyNow();
