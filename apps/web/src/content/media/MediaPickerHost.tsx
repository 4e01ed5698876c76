/** Where the media picker appears, over whatever asked for it. It is fetched when it is first wanted. */
import { Suspense } from "react";
import { laterPart } from "#ui/later-part.ts";
import { usePickRequest } from "./standalone-bridge.ts";

const MediaPicker = laterPart(
  () => import("./MediaPicker.tsx"),
  (part) => part.MediaPicker,
);

export function MediaPickerHost() {
  const request = usePickRequest();
  return <Suspense fallback={null}>{request && <MediaPicker request={request} />}</Suspense>;
}
