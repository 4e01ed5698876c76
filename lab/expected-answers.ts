/**
 * What an experiment expects to hear. A request that failed because the server was away is sent again; any other answer
 * than the expected one ends the experiment at once and is printed. Sent again, it would fail for ever.
 */

/** Status of a request that was not answered. */
export const NO_ANSWER = 0;

/** The server starts, waits for its database, or is gone. */
export function isAway(status: number): boolean {
  return status === NO_ANSWER || status === 503;
}

/** The first request with this key is still under way: its client gave up, the server did not. */
export const UNDER_WAY = 409;

const SHOWN_CHARACTERS = 500;

/**
 * Ends the process.
 *
 * @param request e.g. `POST /v2/annotation`.
 * @param body of the answer.
 */
export function endUnexpected(request: string, status: number, body: string): never {
  process.stdout.write(`FAIL unexpected answer to ${request}: ${status} ${body.slice(0, SHOWN_CHARACTERS)}\n`);
  process.exit(1);
}
