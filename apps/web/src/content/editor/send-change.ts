import { AppError } from "@parfocal/core/errors.ts";

/**
 * Sends a change and reads again what it made stale. It is read too where the change was refused because someone else
 * changed the same text: both versions are shown then.
 */
export async function sendChange<Answer>(
  send: () => Promise<Answer>,
  isStale: () => Promise<unknown>,
): Promise<Answer> {
  try {
    const answer = await send();
    await isStale();
    return answer;
  } catch (error) {
    if (error instanceof AppError && error.codes.includes("changedMeanwhile")) await isStale();
    throw error;
  }
}
