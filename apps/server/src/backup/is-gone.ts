/** Whether an error means that a file does not exist. */
export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
