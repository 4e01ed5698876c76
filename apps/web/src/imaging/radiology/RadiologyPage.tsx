/** A radiology item: what it is about, and its pictures. */
import { Text } from "@mantine/core";
import type { Radiology } from "@parfocal/core/radiology/radiology.contract.ts";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { usePlace } from "#item/use-place.ts";
import { ItemPageFrame } from "#page/ItemPageFrame.tsx";
import { CallFailure } from "#session/CallFailure.tsx";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import styles from "./Radiology.module.css";
import { RadiologyState } from "./RadiologyState.tsx";
import { useRadiology, useRadiologySeries } from "./radiology.api.ts";

// With the library that draws: nobody waits for a megabyte to read the title.
const StackDesk = lazyPartWithTexts(
  () => import("./stack/StackDesk.tsx"),
  (part) => part.StackDesk,
);

export function RadiologyPage() {
  const steps = usePlace()?.steps ?? [];
  const { data: radiology, error, refetch } = useRadiology(steps.at(-1)?.id ?? 0, steps.at(-2)?.id ?? null);
  if (!radiology) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <ItemPageFrame content={radiology} steps={steps} isWide>
      {radiology.summary && <p className={styles.summary}>{radiology.summary}</p>}
      {radiology.state === "ready" ? <Pictures radiology={radiology} /> : <RadiologyState radiology={radiology} />}
      <PageBoxes id={radiology.id} kind="radiology" />
    </ItemPageFrame>
  );
}

function Pictures({ radiology }: { readonly radiology: Radiology }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRadiologySeries(radiology);
  if (!data) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <Waiting />;
  const { series, instanceUrl } = data;
  if (series.length === 0 || instanceUrl === null) return <Text c="dimmed">{t("radiology.noSeries")}</Text>;
  if (!series.some(({ isShowable }) => isShowable)) return <Text c="dimmed">{t("radiology.noneShowable")}</Text>;
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <StackDesk series={series} instanceUrl={instanceUrl} />
      </Suspense>
      <p className={styles.notice}>{t("radiology.notForDiagnosis")}</p>
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={styles.waiting} role="status">
      <span className="for-screen-readers">{t("radiology.pictureLoading")}</span>
    </div>
  );
}
