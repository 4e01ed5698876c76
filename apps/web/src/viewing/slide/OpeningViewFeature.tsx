/** For content managers: the slide's opening view and thumbnail. */
import { useTranslation } from "react-i18next";
import { OpeningView } from "#image/OpeningView.tsx";
import { ThumbnailCapture } from "#image/ThumbnailCapture.tsx";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";

export function OpeningViewFeature({ viewer, image, isOpen, onClose }: SlideFeatureProps) {
  const { t } = useTranslation();
  if (!isOpen) return null;
  return (
    <SlidePanel title={t("slide.openingView")} onClose={onClose}>
      <OpeningView viewer={viewer} image={image} />
      <ThumbnailCapture viewer={viewer} image={image} />
    </SlidePanel>
  );
}
