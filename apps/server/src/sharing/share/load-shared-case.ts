/** What a share of a case shows: its active slides, whoever made the share. */
import { isBound } from "@parfocal/core/case/case-binding.ts";
import type { SharedCase } from "@parfocal/core/share/share.contract.ts";
import { findCaseFacts } from "#case/case.queries.ts";
import { loadCaseItems } from "#case/load-case.ts";
import { sharedSlideInformation } from "#image/shared-image.ts";
import type { ItemRow } from "#item/item.table.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { OpenShareRow } from "#share-access/open-share.queries.ts";
import { sharedScope } from "#share-access/shared-item.ts";
import { withTokenIfSameOrigin } from "#share-access/token-addresses.ts";

interface Opened {
  readonly item: ItemRow;
  readonly share: OpenShareRow;
  readonly token: string;
}

/** null: there is no such case any more. */
export async function loadSharedCase(
  db: SiteDb,
  siteId: number,
  { item, share, token }: Opened,
): Promise<SharedCase | null> {
  const facts = await findCaseFacts(db, siteId, item.id);
  if (!facts) return null;
  const items = await loadCaseItems(db, siteId, item.id, sharedScope(share));
  const texts = { subtitle: item.subtitle, description: item.description, diagnosis: facts.diagnosis };
  return {
    layout: { columns: facts.layout_columns, rows: facts.layout_rows },
    isBound: isBound(items),
    ...(share.hides_slide_information ? {} : texts),
    collapseDiagnosis: facts.collapses_diagnosis,
    items: items.map(({ title, subtitle, slideInformation, thumbnail, ...standing }) => ({
      ...standing,
      ...(share.hides_slide_information ? {} : { title, subtitle }),
      slideInformation: slideInformation && sharedSlideInformation(slideInformation, { share, token }),
      thumbnail: withTokenIfSameOrigin(thumbnail, token),
    })),
  };
}
