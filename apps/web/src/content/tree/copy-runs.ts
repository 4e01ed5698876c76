/** Running copies of folders: their progress, and stopping them. */
import { getCopyRun, stopCopyRun } from "@parfocal/core/structure/structure.contract.ts";
import { call } from "#platform/call.ts";

interface CopyRun {
  readonly key: string;
  readonly title: string;
  readonly done: number;
  /** 0: unknown yet. */
  readonly total: number;
  readonly isStopping: boolean;
}

/** Delay before progress is shown; most copies finish earlier. */
const SHOWN_AFTER_MS = 1_000;
const POLL_MS = 700;

let runs: readonly CopyRun[] = [];
const listeners = new Set<() => void>();

function show(next: readonly CopyRun[]): void {
  runs = next;
  for (const listener of listeners) listener();
}

const change = (key: string, changes: Partial<CopyRun>) =>
  show(runs.map((run) => (run.key === key ? { ...run, ...changes } : run)));

export const copyRuns = {
  get: (): readonly CopyRun[] => runs,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** A UUID; `randomUUID` is missing on plain http in a local network. */
function newRunKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Shows the progress of a copy. @param copy receives the key for the progress queries. */
export async function watchedCopy<Answer>(title: string, copy: (runKey: string) => Promise<Answer>): Promise<Answer> {
  const key = newRunKey();
  let timer = setTimeout(begin, SHOWN_AFTER_MS);
  function begin(): void {
    show([...runs, { key, title, done: 0, total: 0, isStopping: false }]);
    void poll();
  }
  async function poll(): Promise<void> {
    try {
      const { run } = await call(getCopyRun, { params: { key } });
      if (run) change(key, run);
    } catch {
      // If a query fails, the last known progress stays.
    }
    if (runs.some((run) => run.key === key)) timer = setTimeout(() => void poll(), POLL_MS);
  }
  try {
    return await copy(key);
  } finally {
    clearTimeout(timer);
    show(runs.filter((run) => run.key !== key));
  }
}

/** The copy then fails with the code `copyStopped`, and everything copied is removed. */
export async function stopCopy(key: string): Promise<void> {
  change(key, { isStopping: true });
  try {
    await call(stopCopyRun, { params: { key } });
  } catch (error) {
    change(key, { isStopping: false });
    throw error;
  }
}
