/** Shows the media picker over its caller. Its code is loaded on first use. */
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
