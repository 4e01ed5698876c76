/** The series of a study, each with a thumbnail and description. */
import { Badge } from "@mantine/core";
import type { RadiologySeries } from "@parfocal/core/radiology/radiology.contract.ts";
import { IconPhotoOff } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "./StackWorkspace.module.css";
import { seriesName } from "./series-name.ts";
import { framesOf } from "./stack-frames.ts";
import { drawSmall } from "./start-cornerstone.ts";

const SMALL_PX = 192;

interface SeriesListProps {
  readonly series: readonly RadiologySeries[];
  readonly instanceUrl: string;
  /** Numbers of the displayed series. */
  readonly shown: readonly number[];
  readonly onChoose: (series: RadiologySeries) => void;
}

export function SeriesList({ series, instanceUrl, shown, onChoose }: SeriesListProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.series} aria-label={t("radiology.series")}>
      {series.map((one) => (
        <li key={one.number}>
          <button
            type="button"
            className={styles.seriesButton}
            aria-pressed={shown.includes(one.number)}
            disabled={!one.isShowable}
            onClick={() => onChoose(one)}
          >
            <SeriesPicture series={one} instanceUrl={instanceUrl} />
            <span className={styles.seriesText}>
              <span className={styles.seriesName}>{seriesName(t, one)}</span>
              {one.description && <span className={styles.description}>{one.description}</span>}
              <span className={styles.facts}>
                {one.fault === null
                  ? t("radiology.pictureCount", { count: one.frameCount })
                  : t(`radiology.seriesFault_${one.fault}`)}
              </span>
              {one.isHidden && (
                <Badge size="sm" color="amber" variant="filled" autoContrast>
                  {t("radiology.hidden")}
                </Badge>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SeriesPictureProps {
  readonly series: RadiologySeries;
  readonly instanceUrl: string;
}

function SeriesPicture({ series, instanceUrl }: SeriesPictureProps) {
  const { thumbnail, isShowable } = series;
  return (
    <span className={styles.seriesPicture}>
      {thumbnail ? (
        <img src={thumbnail} alt="" loading="lazy" />
      ) : isShowable ? (
        <DrawnPicture series={series} instanceUrl={instanceUrl} />
      ) : (
        <IconPhotoOff size={22} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}

/** Used if the server could not create a thumbnail, because it does not read some encodings. */
function DrawnPicture({ series, instanceUrl }: SeriesPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const frames = framesOf(series, instanceUrl);
    const frame = frames[Math.floor((frames.length - 1) / 2)];
    // On failure the thumbnail stays black; the image itself shows the error.
    if (canvas.current && frame) drawSmall(canvas.current, frame).catch(() => undefined);
  }, [series, instanceUrl]);
  return <canvas ref={canvas} width={SMALL_PX} height={SMALL_PX} aria-hidden />;
}
