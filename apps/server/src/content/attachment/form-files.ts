/** Handling of a form's files: they are in the file store before their rows exist (rule D-5). */
import { rm } from "node:fs/promises";
import { AppError } from "@parfocal/core/errors.ts";
import type { FileStore } from "#platform/files/file-store.ts";

interface FormFiles {
  /** Paths of files that are not kept yet. */
  readonly parts: ReadonlySet<string>;
  /** Names of those that are. */
  readonly names: ReadonlySet<string>;
}

/**
 * Removes the files if nothing refers to them: the form was refused, or it came a second time. After any other failure they
 * stay, since what failed may be the answer to a commit alone; what has no row a day later is cleared away.
 *
 * @param left `work` adds those that come to be.
 */
export async function withFormFiles<Answer>(
  files: FileStore,
  left: FormFiles,
  work: () => Promise<{ readonly answer: Answer; readonly isNew: boolean }>,
): Promise<Answer> {
  try {
    const { answer, isNew } = await work();
    if (!isNew) await removeAll(files, left);
    return answer;
  } catch (error) {
    if (error instanceof AppError) await removeAll(files, left);
    throw error;
  }
}

/** What a store that is away keeps is cleared away later. */
async function removeAll(files: FileStore, { parts, names }: FormFiles): Promise<void> {
  for (const path of parts) await rm(path, { force: true });
  for (const name of names) await files.remove(name).catch(() => {});
}
