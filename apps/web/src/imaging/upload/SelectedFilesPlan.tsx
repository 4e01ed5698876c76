/** Passes dropped or selected files to the queue, with the plan dialog in between if needed. */
import { getUploadSpace } from "@parfocal/core/upload/upload.contract.ts";
import { lazy, Suspense, useEffect, useState } from "react";
import { call } from "#platform/call.ts";
import { showFailure } from "#platform/failure-toast.ts";
import type { TakeFiles } from "#ui/dropped-files.ts";
import { untilFetched } from "#ui/until-fetched.ts";
import { useLatest } from "#ui/useLatest.ts";
import type { UploadDestination } from "./upload-entry.ts";
import type { SelectedFiles, UploadPlan } from "./upload-plan.ts";
import type { UploadQueue } from "./upload-queue.ts";

// Not needed for few files.
const UploadPlanDialog = lazy(() =>
  untilFetched(() => import("./UploadPlanDialog.tsx")).then(({ UploadPlanDialog }) => ({ default: UploadPlanDialog })),
);

/** `reading`: folders are being read, with the number of files found so far. */
type Arrival =
  | { readonly phase: "reading"; readonly fileCount: number }
  | { readonly phase: "plan"; readonly plan: UploadPlan };

/** Delay before a message shows that folders are being read. */
const SHOW_READING_AFTER_MS = 400;
const REPORT_EVERY_FILES = 97;

interface SelectedFilesPlanProps {
  readonly selected: SelectedFiles;
  readonly queue: UploadQueue;
  /** Called when the files are in the queue, or were discarded. */
  readonly onEnd: () => void;
}

export function SelectedFilesPlan({ selected, queue, onEnd }: SelectedFilesPlanProps) {
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const latest = useLatest({ queue, onEnd });

  useEffect(() => {
    const { take, destination } = selected;
    let isOver = false;
    let fileCount = 0;
    const timer = setTimeout(() => setArrival({ phase: "reading", fileCount }), SHOW_READING_AFTER_MS);
    const reportCount = (count: number) => {
      fileCount = count;
      if (count % REPORT_EVERY_FILES === 0)
        setArrival((before) => (before?.phase === "reading" ? { phase: "reading", fileCount: count } : before));
    };
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      setArrival(null);
    };
    makePlan(take(reportCount), destination)
      .then(({ plan, isDue }) => {
        clearTimeout(timer);
        if (isOver) return;
        if (isDue) setArrival({ phase: "plan", plan });
        else {
          latest.current.queue.add(plan.slides, destination);
          latest.current.onEnd();
        }
      })
      .catch((error: unknown) => {
        if (isOver) return;
        showFailure(error);
        latest.current.onEnd();
      });
    return stop;
  }, [selected]);

  if (!arrival) return null;
  return (
    <Suspense fallback={null}>
      <UploadPlanDialog
        plan={arrival.phase === "plan" ? arrival.plan : null}
        filesFound={arrival.phase === "reading" ? arrival.fileCount : 0}
        onClose={onEnd}
        onStart={(slides, destination) => {
          queue.add(slides, destination);
          onEnd();
        }}
      />
    </Suspense>
  );
}

async function makePlan(taking: ReturnType<TakeFiles>, destination: UploadDestination | null) {
  const [files, { arrangeChosen }, { needsLook }, space] = await Promise.all([
    taking,
    untilFetched(() => import("./arrange-chosen.ts")),
    untilFetched(() => import("./upload-plan.ts")),
    call(getUploadSpace).catch(() => null),
  ]);
  const { slides, leftOut } = await arrangeChosen(files);
  const plan: UploadPlan = { slides, leftOut, destination, availableBytes: space?.availableBytes ?? null };
  return { plan, isDue: needsLook(plan) };
}
