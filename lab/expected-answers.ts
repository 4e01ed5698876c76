/**
 * The answers that an experiment expects. A request that failed because the server was unavailable is repeated; any other
 * unexpected answer is printed and ends the experiment, since repeating it would fail forever.
 */

/** Status of a request without an answer. */
export const NO_ANSWER = 0;

export const OUT_OF_SPACE = 507;

/** Of a proxy whose server was killed; Parfocal itself has neither. */
const OF_A_PROXY: readonly number[] = [502, 504];

/** Whether nobody answered: there was no connection, or it ended early. */
export const isUnanswered = (status: number): boolean => status === NO_ANSWER || OF_A_PROXY.includes(status);

/** The server is starting, waiting for its database or for space, or stopped. */
export function isAway(status: number): boolean {
  return isUnanswered(status) || status === 503 || status === OUT_OF_SPACE;
}

/** The first request with this key is still running: its client gave up, the server did not. */
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
