/** About this slide: its fields, its content boxes, what is attached to it, what belongs together with it. */
import { useTranslation } from "react-i18next";
import { Attachments } from "#attachment/Attachments.tsx";
import { useImageBox } from "#box/box.api.ts";
import { ContentBoxes } from "#box/ContentBoxes.tsx";
import { CustomFields } from "#custom-field/CustomFields.tsx";
import { RelatedItems } from "#related/RelatedItems.tsx";
import { useRelatedItems } from "#related/related.api.ts";
import type { SeenImage, SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";

export function AboutFeature({ image, place, isOpen, onClose }: SlideFeatureProps) {
  const { t } = useTranslation();
  if (!isOpen) return null;
  return (
    <SlidePanel title={t("slide.about")} size="wide" onClose={onClose}>
      <CustomFields fields={image.customFields} />
      <ContentBoxes id={image.id} kind="image" />
      <Attachments imageId={image.id} attachments={image.attachments} userCanEdit={image.userCanEdit} />
      <RelatedItems siteId={place.siteId} imageId={image.id} />
      <NothingKnown image={image} />
    </SlidePanel>
  );
}

/** Said where everything above has nothing to show. */
function NothingKnown({ image: { id, customFields, attachments, userCanEdit } }: { readonly image: SeenImage }) {
  const { t } = useTranslation();
  const box = useImageBox(id);
  const related = useRelatedItems(id);
  const isEmpty = customFields.length === 0 && attachments.length === 0 && !userCanEdit;
  const isRestEmpty = box.data?.tabs.length === 0 && related.data?.length === 0;
  return isEmpty && isRestEmpty ? <p role="status">{t("about.nothing")}</p> : null;
}
