/** The visible content of a shared case: its active slides. */
import { isBound } from "@parfocal/core/case/case-binding.ts";
import type { SharedCase } from "@parfocal/core/share/share.contract.ts";
import { findCaseFacts } from "#case/case.queries.ts";
import { loadCaseItems } from "#case/load-case.ts";
import { asSharedCaseItem } from "#case/shared-case.ts";
import type { ItemRow } from "#item/item.table.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { sharedScope } from "#share-access/shared-item.ts";
import { type ShownBy, withTokenInText } from "#share-access/token-addresses.ts";

/** null: the case no longer exists. */
export async function loadSharedCase(
  db: SiteDb,
  siteId: number,
  { item, ...by }: ShownBy & { readonly item: ItemRow },
): Promise<SharedCase | null> {
  const facts = await findCaseFacts(db, siteId, item.id);
  if (!facts) return null;
  const items = await loadCaseItems(db, siteId, item.id, sharedScope(by.share));
  const isHidden = by.share.hides_slide_information;
  const texts = {
    subtitle: item.subtitle,
    description: withTokenInText(item.description, by.token),
    diagnosis: withTokenInText(facts.diagnosis, by.token),
  };
  return {
    layout: { columns: facts.layout_columns, rows: facts.layout_rows },
    isBound: isBound(items),
    ...(isHidden ? {} : texts),
    collapseDiagnosis: facts.collapses_diagnosis,
    items: items
      .map((slide) => asSharedCaseItem(slide, by))
      .map(({ title, subtitle, ...slide }) => ({ ...slide, ...(isHidden ? {} : { title, subtitle }) })),
  };
}
