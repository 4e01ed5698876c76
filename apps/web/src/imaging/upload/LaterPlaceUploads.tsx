/** Uploads in the place where files were dropped; the code is loaded with the first of them. */
import { Suspense } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { usePlaceUploads } from "./upload-context.tsx";

const PlaceUploads = lazyPartWithTexts(
  () => import("./PlaceUploads.tsx"),
  (part) => part.PlaceUploads,
);

export function LaterPlaceUploads({ placeId }: { readonly placeId: number }) {
  const hasUploads = usePlaceUploads(placeId).length > 0;
  return (
    hasUploads && (
      <Suspense fallback={null}>
        <PlaceUploads placeId={placeId} />
      </Suspense>
    )
  );
}
