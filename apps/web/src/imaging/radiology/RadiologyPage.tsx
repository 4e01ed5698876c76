/** Page of a radiology item: its description and its images. */
import { PageBoxes } from "#box/PageBoxes.tsx";
import { usePlace } from "#item/use-place.ts";
import { ItemPageFrame } from "#item-page/ItemPageFrame.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import styles from "./Radiology.module.css";
import { RadiologyPictures } from "./RadiologyPictures.tsx";
import { useRadiology } from "./radiology.api.ts";

export function RadiologyPage() {
  const steps = usePlace()?.steps ?? [];
  const { data: radiology, error, refetch } = useRadiology(steps.at(-1)?.id ?? 0, steps.at(-2)?.id ?? null);
  if (!radiology) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <ItemPageFrame content={radiology} steps={steps} isWide>
      {radiology.summary && <p className={styles.summary}>{radiology.summary}</p>}
      <RadiologyPictures radiology={radiology} />
      <PageBoxes id={radiology.id} kind="radiology" />
    </ItemPageFrame>
  );
}
