/** Handling of a form's files: they are on disk before their rows exist (rule D-5). */
import { rm } from "node:fs/promises";
import { AppError } from "@parfocal/core/errors.ts";

/**
 * Removes the files if nothing refers to them: the form was refused, or it came a second time. After any other failure they
 * stay, since what failed may be the answer to a commit alone; what has no row a day later is cleared away.
 *
 * @param files paths; `work` adds those that come to be.
 */
export async function withFormFiles<Answer>(
  files: ReadonlySet<string>,
  work: () => Promise<{ readonly answer: Answer; readonly isNew: boolean }>,
): Promise<Answer> {
  try {
    const { answer, isNew } = await work();
    if (!isNew) await removeAll(files);
    return answer;
  } catch (error) {
    if (error instanceof AppError) await removeAll(files);
    throw error;
  }
}

async function removeAll(files: ReadonlySet<string>): Promise<void> {
  for (const path of files) await rm(path, { force: true });
}
