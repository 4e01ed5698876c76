import { useEffect } from "react";
import { readReviewAddress, withoutReview } from "#review/review-address.ts";
import { resetConfirmations } from "./skipped-confirmations.ts";

/**
 * A review goes on at other slides, whose address opens it. Once it is closed, or its page is left, conversions are confirmed
 * again, and the address no longer opens it.
 */
export function useEndOfReview(): void {
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      const { pathname: now, search } = window.location;
      const isInAddress = readReviewAddress(search) !== null;
      if (now === pathname || !isInAddress) resetConfirmations();
      if (now !== pathname || !isInAddress) return;
      // Around the router, as the view in the address (slide-address.ts).
      History.prototype.replaceState.call(window.history, window.history.state, "", now + withoutReview(search));
    };
  }, []);
}
