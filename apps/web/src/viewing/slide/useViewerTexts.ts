import type { ViewerLabels } from "@parfocal/viewer/viewer-labels.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { localeTag } from "#ui/locale-formats.ts";

/** Texts of a viewer in the page's language. @param title title of the slide. */
export function useViewerTexts(title: string): { readonly labels: ViewerLabels; readonly locale: string } {
  const { t, i18n } = useTranslation();
  return useMemo(
    () => ({
      locale: localeTag(i18n.language),
      labels: {
        viewer: t("slide.viewerLabel", { title }),
        viewerHint: t("slide.viewerHint"),
        overview: t("slide.overview"),
        showOverview: t("slide.showOverview"),
        hideOverview: t("slide.hideOverview"),
        scaleBar: t("slide.scaleBar"),
        magnification: t("slide.magnification"),
        magnificationEstimate: t("slide.approximateHint"),
        beyondNative: t("slide.beyondNative"),
        pointerPosition: t("slide.pointerPosition"),
        rotation: t("slide.rotationLabel"),
      },
    }),
    [t, i18n.language, title],
  );
}
