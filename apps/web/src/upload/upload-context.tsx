/** The queue of uploads for every screen: it lives above the routes. */
import { UPLOAD_MAX_BYTES } from "@parfocal/core/upload/upload.contract.ts";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from "react";
import { contentKeys } from "#item/content-keys.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { useSession } from "#platform/session.tsx";
import { formatBytes } from "#ui/quantity-text.ts";
import { browserTransport } from "./browser-transport.ts";
import { isBoundToPage, type UploadEntry } from "./upload-entry.ts";
import { createUploadQueue, type UploadQueue, type UploadSentences } from "./upload-queue.ts";

const UploadContext = createContext<UploadQueue | null>(null);
const NO_ENTRIES: readonly UploadEntry[] = [];

/** @throws Error outside of an UploadProvider. */
export function useUploads(): UploadQueue {
  const queue = use(UploadContext);
  if (!queue) throw new Error("useUploads needs an UploadProvider above it");
  return queue;
}

export function useUploadEntries(): readonly UploadEntry[] {
  const queue = use(UploadContext);
  return useSyncExternalStore(queue?.subscribe ?? (() => () => undefined), queue?.entries ?? (() => NO_ENTRIES));
}

const sentences: UploadSentences = {
  empty: () => i18next.t("upload.empty"),
  tooLarge: () => i18next.t("upload.tooLarge", { size: formatBytes(UPLOAD_MAX_BYTES, i18next.language) }),
  unreadable: () => i18next.t("upload.unreadable"),
  sendFailed: () => i18next.t("upload.sendFailed"),
  failed: () => i18next.t("upload.failed"),
};

export function UploadProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const { user, can, isExpired } = useSession();
  const mayUpload = can("manageContent");
  const userId = user?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user, another queue: nobody sees or goes on with what is not theirs.
  const queue = useMemo(
    () =>
      createUploadQueue({
        transport: browserTransport,
        sentences,
        newKey: newIdempotencyKey,
        onContentChange: () => void queryClient.invalidateQueries({ queryKey: contentKeys.all }),
      }),
    [queryClient, userId],
  );
  useEffect(() => () => queue.close(), [queue]);
  useEffect(() => {
    // What was interrupted can wait: not finding it now is no news.
    if (mayUpload) queue.restore().catch(() => undefined);
  }, [queue, mayUpload]);
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
  return <UploadContext value={queue}>{children}</UploadContext>;
}
