import { findImageFacts } from "#image-card/image-facts.queries.ts";
import { ALL_SEEING } from "#item/access-scope.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findCovers } from "#structure/cover-images.ts";

/** Thumbnails of images and cases, by ID; those without a thumbnail are omitted. */
export async function findSubjectThumbnails(
  db: SiteDb,
  siteId: number,
  subjects: readonly { readonly id: number; readonly kind: "image" | "case" }[],
): Promise<Map<number, string>> {
  const idsOf = (kind: string) => subjects.filter((subject) => subject.kind === kind).map(({ id }) => id);
  const images = await findImageFacts(db, siteId, idsOf("image"), { isManager: true });
  const covers = await findCovers(db, siteId, idsOf("case"), ALL_SEEING);
  const found = [...images, ...covers].flatMap(([id, { thumbnail }]) =>
    thumbnail === null ? [] : [[id, thumbnail] as const],
  );
  return new Map(found);
}
