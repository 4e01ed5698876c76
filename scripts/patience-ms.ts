/** How long a test waits for what has to come; below the limit of a test, so that its failure says what did not come. */
export const PATIENCE_MS = 30_000;
