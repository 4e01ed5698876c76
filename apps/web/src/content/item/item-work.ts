/** Jobs on the server that a list of items waits for. */
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { Job } from "@parfocal/core/job/job.contract.ts";

const WORK_POLL_INTERVAL_MS = 1500;

export function isUnderWay(job: Pick<Job, "state"> | null): boolean {
  return job?.state === "queued" || job?.state === "running";
}

/** Polling interval for these items; false: no jobs are running. */
export function pollIntervalMs(items: readonly Pick<ItemCard, "job">[]): number | false {
  return items.some(({ job }) => isUnderWay(job)) ? WORK_POLL_INTERVAL_MS : false;
}
