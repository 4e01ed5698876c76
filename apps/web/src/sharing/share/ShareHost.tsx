/** Shows the share dialog over its caller. Its code is loaded on first use. */
import { Suspense } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { closeShareDialog, useShareRequest } from "#ui/share-request.ts";

const ShareDialog = lazyPartWithTexts(
  () => import("./ShareDialog.tsx"),
  (part) => part.ShareDialog,
);

export function ShareHost() {
  const request = useShareRequest();
  return <Suspense fallback={null}>{request && <ShareDialog request={request} onClose={closeShareDialog} />}</Suspense>;
}
