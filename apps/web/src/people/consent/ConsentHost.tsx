/** Asks each visitor for consent until it is given, and sends page views if tracking was allowed. */
import { Suspense } from "react";
import { useSession } from "#platform/session.tsx";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { useIsSettled } from "#ui/settled.ts";
import { useConsent, useIsConsentReopened } from "./consent-store.ts";
import { usePageViews } from "./page-view.ts";

const ConsentBanner = lazyPartWithTexts(
  () => import("./ConsentBanner.tsx"),
  (part) => part.ConsentBanner,
);

interface ConsentHostProps {
  /** Embedded pages ask for nothing and track nothing. */
  readonly isEmbedded: boolean;
  /** Path of page views; null: this page is not counted. */
  readonly trackedPath: string | null;
}

export function ConsentHost({ isEmbedded, trackedPath }: ConsentHostProps) {
  const { id, trackingUrl = "" } = useSession().site;
  const { isAccepted, isTrackingAllowed } = useConsent(id);
  const isReopened = useIsConsentReopened();
  const isSettled = useIsSettled();
  const isMissing = !isAccepted || (trackingUrl !== "" && isTrackingAllowed === null);
  usePageViews(isAccepted && isTrackingAllowed && !isEmbedded ? trackingUrl : "", trackedPath);
  if (isEmbedded || !isSettled || !(isMissing || isReopened)) return null;
  return (
    <Suspense fallback={null}>
      <ConsentBanner key={String(isReopened)} isReopened={isReopened && !isMissing} />
    </Suspense>
  );
}
