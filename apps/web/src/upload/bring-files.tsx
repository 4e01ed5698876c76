/** From files that someone drops or chooses to the queue, with a look at the plan in between where one is due. */
import { getUploadSpace } from "@parfocal/core/upload/upload.contract.ts";
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from "react";
import { call } from "#platform/call.ts";
import { showFailure } from "#platform/failure-toast.ts";
import type { TakeFiles } from "./dropped-files.ts";
import { useUploads } from "./upload-context.tsx";
import type { UploadDestination } from "./upload-entry.ts";
import type { UploadPlan } from "./upload-plan.ts";

// Nobody needs it before files come.
const UploadPlanDialog = lazy(() =>
  import("./UploadPlanDialog.tsx").then(({ UploadPlanDialog }) => ({ default: UploadPlanDialog })),
);

export type BringFiles = (take: TakeFiles, destination: UploadDestination | null) => void;

const BringContext = createContext<BringFiles>(() => undefined);

export function useBringFiles(): BringFiles {
  return use(BringContext);
}

/** `reading`: folders are looked through; so many files have been found. */
type Arrival =
  | { readonly phase: "reading"; readonly fileCount: number }
  | { readonly phase: "plan"; readonly plan: UploadPlan };

/** Sooner, nobody needs to know that folders are read. */
const SAY_READING_MS = 400;
const TELL_EVERY_FILES = 97;

export function BringFilesProvider({ children }: { readonly children: ReactNode }) {
  const queue = useUploads();
  const [arrival, setArrival] = useState<Arrival | null>(null);

  const bring = useCallback<BringFiles>(
    (take, destination) => {
      let fileCount = 0;
      const timer = setTimeout(() => setArrival({ phase: "reading", fileCount }), SAY_READING_MS);
      const tell = (count: number) => {
        fileCount = count;
        if (count % TELL_EVERY_FILES === 0)
          setArrival((before) => (before?.phase === "reading" ? { phase: "reading", fileCount: count } : before));
      };
      const plan = makePlan(take(tell), destination).finally(() => clearTimeout(timer));
      plan
        .then(({ plan: made, isDue }) => {
          if (isDue) setArrival({ phase: "plan", plan: made });
          else {
            setArrival(null);
            queue.add(made.slides, destination);
          }
        })
        .catch((error: unknown) => {
          setArrival(null);
          showFailure(error);
        });
    },
    [queue],
  );

  return (
    <BringContext value={bring}>
      {children}
      {arrival && (
        <Suspense fallback={null}>
          <UploadPlanDialog
            plan={arrival.phase === "plan" ? arrival.plan : null}
            filesFound={arrival.phase === "reading" ? arrival.fileCount : 0}
            onClose={() => setArrival(null)}
            onStart={(slides, destination) => {
              setArrival(null);
              queue.add(slides, destination);
            }}
          />
        </Suspense>
      )}
    </BringContext>
  );
}

async function makePlan(taking: ReturnType<TakeFiles>, destination: UploadDestination | null) {
  const [files, { arrangeChosen }, { needsLook }, space] = await Promise.all([
    taking,
    import("./arrange-chosen.ts"),
    import("./upload-plan.ts"),
    call(getUploadSpace).catch(() => null),
  ]);
  const { slides, leftOut } = await arrangeChosen(files);
  const plan: UploadPlan = { slides, leftOut, destination, availableBytes: space?.availableBytes ?? null };
  return { plan, isDue: needsLook(plan) };
}
