import type { SiteDocument } from "@parfocal/core/document/document.contract.ts";
import { presentFile } from "#media/media.present.ts";
import type { KnownFile } from "#media/media.queries.ts";

/** @param useCount number of existing attachments created from it. */
export const presentDocument = (row: KnownFile, useCount: number): SiteDocument => ({
  ...presentFile(row, "document"),
  useCount,
});
