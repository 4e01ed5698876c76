/** Name of a series: from DICOM's coded values, and for editors also its own description. */
import type { RadiologySeries } from "@parfocal/core/radiology/radiology.contract.ts";
import type { TFunction } from "i18next";

const KNOWN_MODALITIES = ["CT", "MR", "CR", "DX", "US", "XA", "RF", "MG", "NM", "PT", "OT", "SC"] as const;
type KnownModality = (typeof KNOWN_MODALITIES)[number];

function isKnown(modality: string): modality is KnownModality {
  return (KNOWN_MODALITIES as readonly string[]).includes(modality);
}

/** e.g. "CT, axial". */
export function seriesName(t: TFunction, { modality, plane }: Pick<RadiologySeries, "modality" | "plane">): string {
  const kind = isKnown(modality) ? t(`radiology.modality_${modality}`) : modality || t("radiology.modality_OT");
  return plane === null ? kind : `${kind}, ${t(`radiology.plane_${plane}`)}`;
}

/** e.g. "CT, axial, series 2" if there are several series. */
export function seriesLabel(
  t: TFunction,
  series: Pick<RadiologySeries, "modality" | "plane" | "number">,
  count: number,
): string {
  const name = seriesName(t, series);
  return count > 1 ? t("radiology.seriesLabel", { name, number: series.number }) : name;
}
