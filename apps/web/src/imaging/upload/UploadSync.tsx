/** Runs the signed-in user's upload queues, and accepts added files. */
import { RADIOLOGY_MAX_BYTES } from "@parfocal/core/radiology/radiology-limits.ts";
import { UPLOAD_MAX_BYTES } from "@parfocal/core/upload/upload.contract.ts";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect, useMemo } from "react";
import { contentKeys } from "#item/content-keys.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { useSession } from "#platform/session.tsx";
import { formatBytes } from "#ui/quantity-text.ts";
import { browserTransport } from "./browser-transport.ts";
import { rememberUploads } from "./expected-uploads.ts";
import { joinQueues, type UploadQueues } from "./join-queues.ts";
import { createRadiologyTransport } from "./radiology-transport.ts";
import { SelectedFilesPlan } from "./SelectedFilesPlan.tsx";
import { isBoundToPage } from "./upload-entry.ts";
import type { SelectedFiles } from "./upload-plan.ts";
import { createUploadQueue } from "./upload-queue.ts";
import type { UploadSentences } from "./upload-run.ts";
import { useUploadToasts } from "./useUploadToasts.ts";

const sentencesFor = (maxBytes: number): UploadSentences => ({
  empty: () => i18next.t("upload.empty"),
  tooLarge: () => i18next.t("upload.tooLarge", { size: formatBytes(maxBytes, i18next.language) }),
  unreadable: () => i18next.t("upload.unreadable"),
  sendFailed: () => i18next.t("upload.sendFailed"),
  failed: () => i18next.t("upload.failed"),
});

interface UploadSyncProps {
  /** Null: none. */
  readonly selected: SelectedFiles | null;
  /** Called when the files are in the queue, or were discarded. */
  readonly onTaken: (selected: SelectedFiles) => void;
  /** Must not change. @param queue null: the previous queue is closed. */
  readonly onQueue: (queue: UploadQueues | null) => void;
}

export function UploadSync({ selected, onTaken, onQueue }: UploadSyncProps) {
  const queryClient = useQueryClient();
  const { user, isExpired } = useSession();
  const userId = user?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one queue per user
  const queue = useMemo(() => {
    const own = {
      newKey: newIdempotencyKey,
      onContentChange: () => void queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    };
    return joinQueues(
      createUploadQueue({
        ...own,
        purpose: "slide",
        maxBytes: UPLOAD_MAX_BYTES,
        transport: browserTransport,
        sentences: sentencesFor(UPLOAD_MAX_BYTES),
      }),
      createUploadQueue({
        ...own,
        purpose: "radiology",
        maxBytes: RADIOLOGY_MAX_BYTES,
        transport: createRadiologyTransport(),
        sentences: sentencesFor(RADIOLOGY_MAX_BYTES),
      }),
    );
  }, [queryClient, userId]);
  useEffect(() => {
    onQueue(queue);
    const remember = () => {
      if (userId !== undefined) rememberUploads(userId, queue.entries().length > 0);
    };
    const stopRemembering = queue.subscribe(remember);
    // Interrupted uploads can wait: if listing fails now, the next page tries again.
    queue.restore().then(remember, () => undefined);
    return () => {
      stopRemembering();
      onQueue(null);
      queue.close();
    };
  }, [queue, onQueue, userId]);
  useUploadToasts(queue);
  useEffect(() => {
    if (!isExpired) queue.resumeAfterSignIn();
  }, [queue, isExpired]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.entries().some(isBoundToPage)) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [queue]);
  return selected && <SelectedFilesPlan selected={selected} queue={queue} onEnd={() => onTaken(selected)} />;
}
