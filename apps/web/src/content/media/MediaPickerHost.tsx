/** Where the media picker appears, over whatever asked for it. It is fetched when it is first wanted. */
import { Suspense } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { usePickRequest } from "./standalone-bridge.ts";

const MediaPicker = lazyPartWithTexts(
  () => import("./MediaPicker.tsx"),
  (part) => part.MediaPicker,
);

export function MediaPickerHost() {
  const request = usePickRequest();
  return <Suspense fallback={null}>{request && <MediaPicker request={request} />}</Suspense>;
}
