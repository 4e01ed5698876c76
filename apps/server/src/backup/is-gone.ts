/** Whether an error says that a file does not exist, or no longer. */
export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
