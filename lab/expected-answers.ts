/**
 * The responses that an experiment expects. A request that failed because the server was unavailable is repeated; any
 * other unexpected response is printed and ends the experiment, since repeating it would always fail.
 */

/** Status of a request without a response. */
export const NO_ANSWER = 0;

export const OUT_OF_SPACE = 507;

/** Sent by a proxy whose server was killed; Parfocal itself sends neither. */
const OF_A_PROXY: readonly number[] = [502, 504];

/** Whether there was no response: no connection, or it ended early. */
export const isUnanswered = (status: number): boolean => status === NO_ANSWER || OF_A_PROXY.includes(status);

/** Whether the server is starting, waiting for its database or for space, or stopped. */
export function isAway(status: number): boolean {
  return isUnanswered(status) || status === 503 || status === OUT_OF_SPACE;
}

/** The first request with this key is still running: its client timed out, the server did not. */
export const UNDER_WAY = 409;

const SHOWN_CHARACTERS = 500;

/**
 * Ends the process.
 *
 * @param request e.g. `POST /v2/annotation`.
 * @param body of the response.
 */
export function endUnexpected(request: string, status: number, body: string): never {
  process.stdout.write(`FAIL unexpected answer to ${request}: ${status} ${body.slice(0, SHOWN_CHARACTERS)}\n`);
  process.exit(1);
}
