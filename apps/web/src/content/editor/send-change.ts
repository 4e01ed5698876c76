import { AppError } from "@parfocal/core/errors.ts";

/**
 * Sends a change, then reloads what depends on it. A change that is rejected because someone else changed the same text
 * also reloads it, so that both versions can be shown.
 */
export async function sendChange<Answer>(send: () => Promise<Answer>, reload: () => Promise<unknown>): Promise<Answer> {
  try {
    const answer = await send();
    await reload();
    return answer;
  } catch (error) {
    if (error instanceof AppError && error.codes.includes("changedMeanwhile")) await reload();
    throw error;
  }
}
