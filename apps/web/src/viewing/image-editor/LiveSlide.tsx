/** The slide itself beside the fields of its editor, for its opening view, pixel size and thumbnail. */
import "@parfocal/viewer/slide-viewer.css";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { Suspense, use, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ExternalTileUrl, loadExternalTileUrl } from "#slide/slide-description.ts";
import { useChannels } from "#slide/useChannels.ts";
import { initialViewOf, useSlideViewer, type ViewerExtent } from "#slide/useSlideViewer.ts";
import { useViewerTexts } from "#slide/useViewerTexts.ts";
import classes from "./LiveSlide.module.css";

const EXTENT: ViewerExtent = { hasOverview: false };

interface LiveSlideProps {
  readonly image: Image;
  /** Null or omitted: the slide's own opening view. */
  readonly openingView?: ViewState | null;
  /** Called again with null when it is removed. */
  readonly onViewer: (viewer: SlideViewer | null) => void;
}

export function LiveSlide({ image, openingView = null, onViewer }: LiveSlideProps) {
  const { t } = useTranslation();
  const { slideInformation: information } = image;
  if (image.state !== "ready" || information === null || information.levels.length === 0)
    return <p role="status">{t(image.state === "processing" ? "image.preparing" : "image.notThere")}</p>;
  // Other tiles, another rotation or another size need a new viewer.
  const key = `${information.tilesMapUrl} ${information.orientation} ${information.micronsPerPixel}`;
  const shown = { image, information, openingView, onViewer };
  return (
    <Suspense fallback={<div className={classes.stage} aria-busy />}>
      {information.externalTiles === null ? (
        <Stage key={key} {...shown} externalUrl={null} />
      ) : (
        <ExternalStage key={key} {...shown} />
      )}
    </Suspense>
  );
}

interface StageProps extends LiveSlideProps {
  readonly information: NonNullable<Image["slideInformation"]>;
  /** Null: the tiles are on this server. */
  readonly externalUrl: ExternalTileUrl | null;
}

function ExternalStage(props: Omit<StageProps, "externalUrl">) {
  return <Stage {...props} externalUrl={use(loadExternalTileUrl())} />;
}

function Stage({ image, information, externalUrl, openingView = null, onViewer }: StageProps) {
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const texts = useViewerTexts(image.title);
  const channels = useChannels(image.id, information.planes);
  const opening = { view: initialViewOf(image, openingView), plane: null };
  const viewer = useSlideViewer(
    stage,
    information,
    externalUrl,
    opening,
    channels?.shown ?? null,
    "light",
    texts,
    EXTENT,
  );
  useEffect(() => {
    onViewer(viewer);
    return () => onViewer(null);
  }, [viewer, onViewer]);
  return <div ref={setStage} className={classes.stage} />;
}
