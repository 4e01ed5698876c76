/** A slide of a case in its container: loading, failed, not ready, or open. */

import { Button } from "@mantine/core";
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import { caseContainerId } from "@parfocal/core/case/case-layout.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { type ReactNode, use, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useImage } from "#slide/slide.api.ts";
import { type ExternalTileUrl, loadExternalTileUrl } from "#slide/slide-description.ts";
import { type Channels, useChannels } from "#slide/useChannels.ts";
import { initialViewOf, useSlideViewer, type ViewerExtent } from "#slide/useSlideViewer.ts";
import { useViewerTexts } from "#slide/useViewerTexts.ts";
import { isSeenImage, type SeenImage } from "#slide-feature/slide-feature-props.ts";
import { markPictureShown } from "#ui/settled.ts";
import classes from "./CaseContainer.module.css";

/**
 * Delay in ms after which a fitted slide is fitted again once its container has its new size. Source: spec part 2,
 * section 9.
 */
const CASE_VIEWER_RESIZE_DELAY_MS = 50;

/** Source: spec part 1, section 4: the scale bar is not shown in case maps. */
const CASE_EXTENT: ViewerExtent = {
  hasScaleBar: false,
  hasOverview: false,
  resizeDelayMs: CASE_VIEWER_RESIZE_DELAY_MS,
};

export interface CaseSlideProps {
  readonly item: CaseItem;
  readonly caseId: number;
  /** Position of its container; null: the element gets no name of its own. */
  readonly place: number | null;
  /** The view in the URL; null: that of the case, else that of the slide. */
  readonly openingView: ViewState | null;
  readonly extent?: ViewerExtent;
  readonly renderTools?: (viewer: SlideViewer, image: SeenImage, channels: Channels | null) => ReactNode;
  readonly onViewer: (viewer: SlideViewer | null) => void;
}

/** @returns the opening view of the case, else that of the slide. */
function openingViewOf(item: CaseItem, image: Image): Partial<ViewState> {
  if (item.center === null && item.zoom === null) return initialViewOf(image, null);
  return {
    rotationDeg: item.rotation,
    ...(item.center ? { center: item.center } : {}),
    ...(item.zoom === null ? {} : { zoom: item.zoom }),
  };
}

export function CaseSlide(props: CaseSlideProps) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const { data: image, error, refetch } = useImage(props.item.id, props.caseId);
  if (!image) {
    if (!error) return <div className={classes.message} aria-busy />;
    const isFinal = error instanceof AppError && (error.kind === "notFound" || error.kind === "forbidden");
    return isFinal ? <SlideNote text={t("case.slideNotOpen")} /> : <SlideFailure onRetry={() => void refetch()} />;
  }
  if (!isSeenImage(image)) {
    return <SlideNote text={image.state === "processing" ? t("case.slidePreparing") : t("case.slideNotThere")} />;
  }
  return image.slideInformation.externalTiles === null ? (
    <OpenSlide key={attempt} {...props} image={image} externalUrl={null} onRetry={() => setAttempt(attempt + 1)} />
  ) : (
    <ExternalSlide key={attempt} {...props} image={image} onRetry={() => setAttempt(attempt + 1)} />
  );
}

function SlideNote({ text }: { readonly text: string }) {
  return (
    <div className={classes.message} role="status">
      {text}
    </div>
  );
}

function SlideFailure({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.message} role="alert">
      <p>{t("case.slideFailed")}</p>
      <Button size="sm" onClick={onRetry}>
        {t("case.tryAgain")}
      </Button>
    </div>
  );
}

interface OpenSlideProps extends CaseSlideProps {
  readonly image: SeenImage;
  readonly externalUrl: ExternalTileUrl | null;
  readonly onRetry: () => void;
}

function ExternalSlide(props: Omit<OpenSlideProps, "externalUrl">) {
  return <OpenSlide {...props} externalUrl={use(loadExternalTileUrl())} />;
}

function OpenSlide({
  item,
  image,
  externalUrl,
  place,
  openingView,
  extent,
  renderTools,
  onViewer,
  onRetry,
}: OpenSlideProps) {
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const texts = useViewerTexts(item.title);
  const channels = useChannels(image.id, image.slideInformation.planes);
  const viewer = useSlideViewer(
    stage,
    image.slideInformation,
    externalUrl,
    { view: openingView ?? openingViewOf(item, image), plane: null },
    channels?.shown ?? null,
    "dark",
    texts,
    { ...CASE_EXTENT, ...extent },
  );
  useEffect(() => {
    onViewer(viewer);
    return () => onViewer(null);
  }, [viewer, onViewer]);
  useEffect(() => {
    if (!viewer) return;
    let isSeen = false;
    const stops = [
      viewer.on("firstTile", () => {
        isSeen = true;
        markPictureShown();
        setFailed(false);
      }),
      viewer.on("tileError", () => setFailed(!isSeen)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer]);
  return (
    <>
      <div ref={setStage} id={place === null ? undefined : caseContainerId(place)} className={classes.stage} />
      {viewer && renderTools?.(viewer, image, channels)}
      {hasFailed && <SlideFailure onRetry={onRetry} />}
    </>
  );
}
