/** Timeout of a test for an expected state; below the limit of a test, so that its failure names the missing state. */
export const PATIENCE_MS = 30_000;
