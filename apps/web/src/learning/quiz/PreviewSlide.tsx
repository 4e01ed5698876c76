/** A slide of a quiz, without its regions. */
import { RegionStage } from "./RegionStage.tsx";

const NO_OPTIONS: readonly never[] = [];

export function PreviewSlide({ imageId }: { readonly imageId: number }) {
  return <RegionStage imageId={imageId} options={NO_OPTIONS} onChange={null} />;
}
