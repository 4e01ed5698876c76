/**
 * Types of sets of files (a zip or a folder): the first matching row applies.
 */
import { DICOM_SET } from "../dicom/dicom-set.ts";
import { HAMAMATSU_SET, MIRAX_SET, VSI_SET } from "../formats/foreign/foreign-sets.ts";
import { NDPI_SET } from "../formats/ndpi/ndpi-set.ts";
import { DEEP_ZOOM } from "../formats/tile-set/deep-zoom.ts";
import { IIIF_LEVEL_ZERO } from "../formats/tile-set/iiif.ts";
import { ZOOMIFY } from "../formats/tile-set/zoomify.ts";
import type { ArchiveKind } from "../opening/archive-kind.ts";

export const ARCHIVE_KINDS: readonly ArchiveKind[] = [
  DEEP_ZOOM,
  ZOOMIFY,
  IIIF_LEVEL_ZERO,
  DICOM_SET,
  NDPI_SET,
  MIRAX_SET,
  HAMAMATSU_SET,
  VSI_SET,
];
