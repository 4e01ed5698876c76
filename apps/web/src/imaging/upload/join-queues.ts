/** Combines two queues, so that upload lists are independent of the purpose of an upload. */
import type { UploadEntry, UploadPurpose } from "./upload-entry.ts";
import type { UploadQueue } from "./upload-queue.ts";

/** Both types of uploads, with functions to add to each. */
export interface UploadQueues extends UploadQueue {
  readonly addFor: Readonly<Record<UploadPurpose, UploadQueue["add"]>>;
}

/** Files added without a purpose become slides. */
export function joinQueues(slides: UploadQueue, radiology: UploadQueue): UploadQueues {
  const both = [slides, radiology] as const;
  const has = (queue: UploadQueue, key: string) => queue.entries().some((entry) => entry.key === key);
  const ownerOf = (key: string) => (has(radiology, key) ? radiology : slides);
  let joined: { readonly of: readonly (readonly UploadEntry[])[]; readonly entries: readonly UploadEntry[] } | null =
    null;
  return {
    // The same array while nothing changes.
    entries() {
      const of = both.map((queue) => queue.entries());
      if (joined?.of.every((entries, index) => entries === of[index])) return joined.entries;
      joined = { of, entries: of.flat() };
      return joined.entries;
    },
    subscribe(listener) {
      const stops = both.map((queue) => queue.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    add: slides.add,
    addFor: { slide: slides.add, radiology: radiology.add },
    pause: (key) => ownerOf(key).pause(key),
    resume: (key) => ownerOf(key).resume(key),
    pauseAll() {
      for (const queue of both) queue.pauseAll();
    },
    resumeAll() {
      for (const queue of both) queue.resumeAll();
    },
    async cancelAll() {
      for (const queue of both) await queue.cancelAll();
    },
    moveToFront: (key) => ownerOf(key).moveToFront(key),
    continueWith: (key, chosen) => ownerOf(key).continueWith(key, chosen),
    continueWithHandle: (key) => ownerOf(key).continueWithHandle(key),
    placeTwin: (key) => ownerOf(key).placeTwin(key),
    uploadAnyway: (key) => ownerOf(key).uploadAnyway(key),
    cancel: (key) => ownerOf(key).cancel(key),
    dismiss: (key) => ownerOf(key).dismiss(key),
    dismissDone() {
      for (const queue of both) queue.dismissDone();
    },
    async restore() {
      await Promise.all(both.map((queue) => queue.restore()));
    },
    resumeAfterSignIn() {
      for (const queue of both) queue.resumeAfterSignIn();
    },
    close() {
      for (const queue of both) queue.close();
    },
  };
}
