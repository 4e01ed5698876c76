import { useEffect } from "react";
import { readReviewAddress, withoutReview } from "#review/review-address.ts";
import { resetConfirmations } from "./skipped-confirmations.ts";

/**
 * A review continues on other slides, whose URLs open it. When it is closed or its page is left, conversions are
 * confirmed again, and the URL no longer opens it.
 */
export function useEndOfReview(): void {
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      const { pathname: now, search } = window.location;
      const isInAddress = readReviewAddress(search) !== null;
      if (now === pathname || !isInAddress) resetConfirmations();
      if (now !== pathname || !isInAddress) return;
      // Bypasses the router, like the view in the URL (slide-address.ts).
      History.prototype.replaceState.call(window.history, window.history.state, "", now + withoutReview(search));
    };
  }, []);
}
