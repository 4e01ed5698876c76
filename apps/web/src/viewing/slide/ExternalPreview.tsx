/** Preview of a slide on another server, in the viewer itself, with its description. */
import { localeTag } from "#ui/locale-formats.ts";
import "@parfocal/viewer/slide-viewer.css";
import type { ExternalTileFacts, ExternalTiles } from "@parfocal/core/image/external-tiles.ts";
import { createSlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ExternalPreview.module.css";
import { describeExternalSlide } from "./external-source.ts";
import { sizeInPixelsText } from "./slide-numbers.ts";

const KIND_NAMES: Readonly<Record<ExternalTileFacts["type"], string>> = {
  deepzoom: "Deep Zoom",
  zoomify: "Zoomify",
  iiif: "IIIF",
};

export function ExternalPreview({ source }: { readonly source: ExternalTiles }) {
  const { t, i18n } = useTranslation();
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const label = t("slide.externalPreview");
  useEffect(() => {
    if (!stage) return;
    const viewer = createSlideViewer(stage, {
      slide: describeExternalSlide(source),
      hasOverview: false,
      hasReadings: false,
      hasScaleBar: false,
      locale: localeTag(i18n.language),
      labels: {
        viewer: label,
        viewerHint: "",
        overview: "",
        showOverview: "",
        hideOverview: "",
        scaleBar: "",
        magnification: "",
        magnificationEstimate: "",
        beyondNative: "",
        pointerPosition: "",
        rotation: "",
      },
    });
    return () => viewer.destroy();
  }, [stage, source, label, i18n.language]);
  return (
    <div className={classes.preview}>
      <div ref={setStage} className={classes.stage} />
      <dl className={classes.facts}>
        <dt>{t("slide.externalKind")}</dt>
        <dd>{KIND_NAMES[source.facts.type]}</dd>
        <dt>{t("slide.externalSize")}</dt>
        <dd>{sizeInPixelsText(i18n.language, source.facts)}</dd>
      </dl>
    </div>
  );
}
