/** Whether an error means that a file does not exist. */
export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** For `catch`: null if the file does not exist; other errors are rethrown. */
export function nullIfGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}
