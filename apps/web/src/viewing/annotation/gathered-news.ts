/** Collects successive events and reports them once, with their number. */

/** Pause if no more changes are expected; changes queued in the same moment may not be known yet. */
const LAST_PAUSE_MS = 250;
/** Maximum wait for expected changes. */
const NEXT_PAUSE_MS = 2000;

interface GatheredNews<Item> {
  /** @param isMoreComing whether another event of the same kind is waiting to be sent. */
  readonly add: (item: Item, isMoreComing: boolean) => void;
  /** Reports the collected changes and stops. */
  readonly end: () => void;
}

/** @param report receives one or more changes in order. */
export function collectChanges<Item>(report: (items: readonly Item[]) => void): GatheredNews<Item> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gathered: Item[] = [];
  const reportNow = (): void => {
    clearTimeout(timer);
    const items = gathered;
    gathered = [];
    if (items.length > 0) report(items);
  };
  return {
    add(item, isMoreComing) {
      gathered.push(item);
      clearTimeout(timer);
      timer = setTimeout(reportNow, isMoreComing ? NEXT_PAUSE_MS : LAST_PAUSE_MS);
    },
    end: reportNow,
  };
}
