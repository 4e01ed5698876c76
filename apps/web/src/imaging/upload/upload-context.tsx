/**
 * Uploads for all screens, above the routes. The implementation is loaded on demand, or after the page has settled if
 * there are uploads to resume, so that it does not delay the page.
 */
import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useSession } from "#platform/session.tsx";
import type { TakeFiles } from "#ui/dropped-files.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { useIsSettled } from "#ui/settled.ts";
import { expectsUploads } from "./expected-uploads.ts";
import type { UploadQueues } from "./join-queues.ts";
import type { UploadDestination, UploadEntry } from "./upload-entry.ts";
import type { SelectedFiles } from "./upload-plan.ts";

const UploadSync = lazyPartWithTexts(
  () => import("./UploadSync.tsx"),
  (part) => part.UploadSync,
);

/** Passes files to the queue, with the plan dialog in between if needed. */
export type UploadFiles = (take: TakeFiles, destination: UploadDestination | null) => void;

interface Uploads {
  /** Null: not loaded yet. */
  readonly queue: UploadQueues | null;
  readonly uploadFiles: UploadFiles;
  /** Starts loading the queue now. */
  readonly want: () => void;
}

const UploadContext = createContext<Uploads | null>(null);
const NO_ENTRIES: readonly UploadEntry[] = [];
const subscribeToNothing = () => () => undefined;
const noEntries = () => NO_ENTRIES;

export function UploadProvider({ children }: { readonly children: ReactNode }) {
  const { can, user } = useSession();
  const userId = user?.id;
  const isExpected = useMemo(() => userId !== undefined && expectsUploads(userId), [userId]);
  const isSettled = useIsSettled();
  const [isRequested, setRequested] = useState(false);
  const [queue, setQueue] = useState<UploadQueues | null>(null);
  const [selected, setSelected] = useState<readonly SelectedFiles[]>([]);
  const uploadFiles = useCallback<UploadFiles>((take, destination) => {
    setRequested(true);
    setSelected((before) => [...before, { take, destination }]);
  }, []);
  const handleTaken = useCallback(
    (taken: SelectedFiles) => setSelected((before) => before.filter((files) => files !== taken)),
    [],
  );
  const want = useCallback(() => setRequested(true), []);
  const uploads = useMemo(() => ({ queue, uploadFiles, want }), [queue, uploadFiles, want]);
  // Once loaded it stays, because unloading would stop running uploads.
  const isNeeded = (isSettled && isExpected) || isRequested;
  return (
    <UploadContext value={uploads}>
      {children}
      {isNeeded && can("manageContent") && (
        <Suspense fallback={null}>
          <UploadSync selected={selected[0] ?? null} onTaken={handleTaken} onQueue={setQueue} />
        </Suspense>
      )}
    </UploadContext>
  );
}

function useUploadContext(): Uploads {
  const uploads = use(UploadContext);
  if (!uploads) throw new Error("uploads need an UploadProvider above them");
  return uploads;
}

export function useUploadFiles(): UploadFiles {
  return useUploadContext().uploadFiles;
}

/** For the upload page. @returns null while the queue is loading. */
export function useUploadQueues(): UploadQueues | null {
  const { queue, want } = useUploadContext();
  useEffect(want, [want]);
  return queue;
}

/** For components rendered when the queue is loaded. @throws Error before. */
export function useUploads(): UploadQueues {
  const { queue } = useUploadContext();
  if (!queue) throw new Error("useUploads needs a queue: see useUploadQueues");
  return queue;
}

/** Empty until the queue is loaded. */
export function useUploadEntries(): readonly UploadEntry[] {
  const { queue } = useUploadContext();
  return useSyncExternalStore(queue?.subscribe ?? subscribeToNothing, queue?.entries ?? noEntries);
}

/** Unfinished uploads into one course or folder, including its new subfolders. */
export function usePlaceUploads(placeId: number): readonly UploadEntry[] {
  return useUploadEntries().filter(({ destination, phase }) => destination?.id === placeId && phase !== "done");
}
