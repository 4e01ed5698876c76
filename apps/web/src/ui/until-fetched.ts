/**
 * Parts of the app that are fetched later must not bring the page down because the connection is away at that moment: it
 * is waited for.
 */

const RETRY_MS = 2000;
/** A part that is not there although the server answers belongs to an older release: the page has to be loaded anew. */
const MAX_FAILURES_WHILE_REACHABLE = 2;

interface Surroundings {
  /** Whether the server answers at all. */
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

/** @throws what `fetchPart` threw, if it fails again and again while the server answers. */
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
