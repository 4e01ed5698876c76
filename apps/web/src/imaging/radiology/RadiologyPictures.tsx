/** The images of a radiology item, or the reason why there are none (yet). */
import { Text } from "@mantine/core";
import type { Radiology } from "@parfocal/core/radiology/radiology.contract.ts";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSharedLink } from "#platform/shared-link.ts";
import { CallFailure } from "#ui/CallFailure.tsx";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import styles from "./Radiology.module.css";
import { RadiologyState } from "./RadiologyState.tsx";
import { useRadiologySeries } from "./radiology.api.ts";

// Includes the drawing library; the title does not wait for its megabyte.
const StackWorkspace = lazyPartWithTexts(
  () => import("./stack/StackWorkspace.tsx"),
  (part) => part.StackWorkspace,
);

export function RadiologyPictures({ radiology }: { readonly radiology: Radiology }) {
  if (radiology.state !== "ready") return <RadiologyState radiology={radiology} />;
  return <ReadyPictures radiology={radiology} />;
}

function ReadyPictures({ radiology }: { readonly radiology: Radiology }) {
  const { t } = useTranslation();
  const link = useSharedLink();
  const { data, error, refetch } = useRadiologySeries(radiology);
  if (!data) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <Waiting />;
  const { series, instanceUrl } = data;
  if (series.length === 0 || instanceUrl === null) return <Text c="dimmed">{t("radiology.noSeries")}</Text>;
  if (!series.some(({ isShowable }) => isShowable)) return <Text c="dimmed">{t("radiology.noneShowable")}</Text>;
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <StackWorkspace series={series} instanceUrl={instanceUrl} hasToolbar={!link?.hidesToolbar} />
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
