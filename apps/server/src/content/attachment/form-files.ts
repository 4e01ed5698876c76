/** Handling of a form's files: they are in the file store before their rows exist (rule D-5). */
import { rm } from "node:fs/promises";
import { AppError } from "@parfocal/core/errors.ts";
import type { FileStore } from "#platform/files/file-store.ts";

interface FormFiles {
  /** Paths of files that are not stored yet. */
  readonly parts: ReadonlySet<string>;
  /** Names of stored files. */
  readonly names: ReadonlySet<string>;
}

/**
 * Removes the files if nothing refers to them: if the form was rejected, or was sent a second time. After any other
 * failure they stay, since the commit may have succeeded and only its reply been lost; files without a row are removed
 * a day later.
 *
 * @param left `work` adds the files that it creates.
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

/** Files left behind because the store is unavailable are removed later. */
async function removeAll(files: FileStore, { parts, names }: FormFiles): Promise<void> {
  for (const path of parts) await rm(path, { force: true });
  for (const name of names) await files.remove(name).catch(() => {});
}
