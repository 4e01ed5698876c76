/**
 * Slides with their field values, for editing them together. Source: spec part 1, sections 2 and 9 (batch of 20
 * slides).
 */
import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import type { listPreparations } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { SLIDE_BATCH_SIZE } from "@parfocal/core/custom-field/slide-batch.ts";
import { listValuesOfItems } from "#custom-field/custom-field.queries.ts";
import { findImageFacts } from "#image-card/image-facts.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listImageItems } from "./image.queries.ts";

interface PreparationQuery {
  readonly q: string;
  readonly folder?: number | undefined;
  /** Only these. */
  readonly slides?: readonly number[] | undefined;
  /** From 1. */
  readonly page: number;
}

/** For people who manage content. */
export async function presentPreparations(
  db: SiteDb,
  siteId: number,
  { q, folder, slides, page }: PreparationQuery,
): Promise<AnswerOf<typeof listPreparations>> {
  const items = await listImageItems(db, siteId, { page, pageSize: SLIDE_BATCH_SIZE, q, folder, ids: slides });
  const ids = items.map(({ id }) => id);
  const facts = await findImageFacts(db, siteId, ids, { isManager: true });
  const values = await listValuesOfItems(db, siteId, ids);
  return items.map(({ id, title, subtitle }) => ({
    id,
    title,
    subtitle,
    thumbnail: facts.get(id)?.thumbnail ?? null,
    values: values.filter(({ itemId }) => itemId === id).map(({ field, value }) => ({ fieldId: field.id, value })),
  }));
}
