/** Panels of one slide of a case: information, related content, channels, focus and time. */
import { hasSeveralPlanes } from "@parfocal/viewer/planes/plane.ts";
import { Suspense, useMemo } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { ChannelPanel, PlaneBar } from "#slide/lazy-parts.ts";
import type { Channels } from "#slide/useChannels.ts";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { PanelSlotProvider } from "#ui/panel-slot.ts";
import { CasePanel } from "./CasePanel.tsx";
import type { ContainerPanelName } from "./case-panels.ts";
import { ContainerInformation } from "./container-parts.ts";

interface CaseSlidePartsProps extends Omit<SlideFeatureProps, "isOpen"> {
  /** null: the slide has none. */
  readonly channels: Channels | null;
  readonly panel: ContainerPanelName | null;
  /** Element for the panels; null: not on the page yet. */
  readonly slot: HTMLElement | null;
}

export function CaseSlideParts({ channels, panel, slot, ...feature }: CaseSlidePartsProps) {
  const { t } = useTranslation();
  const { viewer, image, isSmallScreen, onClose } = feature;
  const { planes } = image.slideInformation;
  const panelSlot = useMemo(
    () => ({ element: slot, isSmallScreen, subject: image.title }),
    [slot, isSmallScreen, image.title],
  );
  return (
    <PanelSlotProvider value={panelSlot}>
      <Suspense fallback={null}>
        {planes && hasSeveralPlanes(planes) && <PlaneBar viewer={viewer} planes={planes} />}
      </Suspense>
      <Suspense fallback={null}>
        {panel === "information" && <ContainerInformation {...feature} isOpen />}
        {panel === "channels" &&
          slot &&
          createPortal(
            planes && channels ? (
              <ChannelPanel viewer={viewer} planes={planes} channels={channels} onClose={onClose} />
            ) : (
              <CasePanel title={t("case.slideChannels")} onClose={onClose}>
                <p>{t("case.noChannels")}</p>
              </CasePanel>
            ),
            slot,
          )}
      </Suspense>
    </PanelSlotProvider>
  );
}
