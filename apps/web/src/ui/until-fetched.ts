/**
 * Loading a later part must not break the page if the connection is lost at that moment, so it waits for the
 * connection.
 */

const RETRY_MS = 2000;
/** A part that is missing although the server responds belongs to an older release: the page must be reloaded. */
const MAX_FAILURES_WHILE_REACHABLE = 2;

interface Surroundings {
  /** Whether the server responds. */
  readonly isReachable: () => Promise<boolean>;
  readonly wait: () => Promise<void>;
}

const browser: Surroundings = {
  isReachable: () =>
    fetch("/", { method: "HEAD", cache: "no-store" }).then(
      () => true,
      () => false,
    ),
  wait: () =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        removeEventListener("online", end);
        resolve();
      };
      const timer = setTimeout(end, RETRY_MS);
      addEventListener("online", end);
    }),
};

/** @throws the error of `fetchPart`, if it fails repeatedly while the server responds. */
export async function untilFetched<Part>(
  fetchPart: () => Promise<Part>,
  { isReachable, wait }: Surroundings = browser,
): Promise<Part> {
  let failures = 0;
  for (;;) {
    try {
      return await fetchPart();
    } catch (error) {
      if (await isReachable()) failures += 1;
      if (failures >= MAX_FAILURES_WHILE_REACHABLE) throw error;
      await wait();
    }
  }
}
