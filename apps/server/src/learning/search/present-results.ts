import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { markExcerpt, markText } from "@parfocal/core/search/highlight.ts";
import type { SearchResult } from "@parfocal/core/search/search.contract.ts";
import { findImageFacts } from "#image-card/image-facts.queries.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { readCrumbs } from "#item/item.queries.ts";
import { findChosenThumbnails } from "#item/item-appearance.queries.ts";
import { listWaysToEach, type Way } from "#item/item-paths.queries.ts";
import { findRadiologyThumbnails } from "#item/radiology-thumbnails.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findCovers } from "#structure/cover-images.ts";
import { type FoundText, listFoundAnnotations, listFoundItems, listFoundTexts } from "./found-texts.queries.ts";
import type { Hit } from "./search.queries.ts";
import type { SearchTerm } from "./search-terms.queries.ts";
import type { Searcher } from "./searchable-words.ts";

const EXCERPT_CHARACTERS = 220;

interface Presentation {
  readonly terms: readonly SearchTerm[];
  /** Whether to look up the first image of courses and folders for their thumbnail. */
  readonly wantsCovers: boolean;
}

export async function presentHits(
  db: SiteDb,
  siteId: number,
  searcher: Searcher,
  hits: readonly Hit[],
  { terms, wantsCovers }: Presentation,
): Promise<SearchResult[]> {
  const itemIds = [...new Set(hits.map(({ itemId }) => itemId))];
  const items = await listFoundItems(db, siteId, itemIds);
  const texts = await listFoundTexts(db, siteId, itemIds, {
    terms,
    includesHidden: searcher.caller.can("manageContent"),
  });
  const annotations = await listFoundAnnotations(
    db,
    siteId,
    hits.flatMap(({ annotationId }) => annotationId ?? []),
  );
  const ways = await listWaysToEach(db, siteId, itemIds, accessScopeOf(searcher.caller));
  const pictureOf = await findPictures(db, siteId, searcher, [...items.values()], wantsCovers);
  const crumbsOf = await readCrumbs(db, siteId, [...ways.values()].flat());
  const beginnings = terms.flatMap((term) => term.beginnings);
  const results: SearchResult[] = [];
  for (const { kind, itemId, annotationId } of hits) {
    const item = items.get(itemId);
    const annotation = annotationId === null ? undefined : annotations.get(annotationId);
    if (!item || (annotationId !== null && !annotation)) continue;
    const sources = annotation
      ? [{ text: annotation.body, fieldTitle: null }]
      : texts.filter((text) => text.itemId === itemId);
    const { excerpt, fieldTitle } = excerptOf(sources, beginnings);
    results.push({
      kind,
      itemId,
      annotationId,
      title: markText(annotation ? annotation.title : item.title, beginnings),
      subtitle: annotation ? item.title : item.subtitle,
      excerpt,
      fieldTitle,
      tags: annotation ? [] : item.tags,
      path: crumbsOf(wayTo(ways.get(itemId), annotation !== undefined)?.ids ?? [itemId]),
      thumbnail: pictureOf.get(itemId)?.thumbnail ?? null,
      colour: pictureOf.get(itemId)?.colour ?? null,
      view: annotation ? { center: annotation.center, zoom: annotation.zoom } : null,
    });
  }
  return results;
}

/** For an annotation, a placement in which it is shown, if there is one. */
function wayTo(ways: readonly Way[] | undefined, isAnnotation: boolean): Way | undefined {
  return (isAnnotation ? ways?.find(({ isAnnotated }) => isAnnotated) : undefined) ?? ways?.[0];
}

/** Excerpt of the first text that contains a word. */
function excerptOf(
  sources: readonly Pick<FoundText, "text" | "fieldTitle">[],
  beginnings: readonly string[],
): Pick<SearchResult, "excerpt" | "fieldTitle"> {
  for (const { text, fieldTitle } of sources) {
    const excerpt = markExcerpt(text, beginnings, EXCERPT_CHARACTERS);
    if (excerpt.length > 0) return { excerpt, fieldTitle };
  }
  return { excerpt: [], fieldTitle: null };
}

type Picture = Pick<SearchResult, "thumbnail" | "colour">;

async function findPictures(
  db: SiteDb,
  siteId: number,
  { caller }: Searcher,
  items: readonly { readonly id: number; readonly kind: ItemKind }[],
  wantsCovers: boolean,
): Promise<ReadonlyMap<number, Picture>> {
  const accessScope = accessScopeOf(caller);
  const idsOf = (...kinds: ItemKind[]) => items.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const images = await findImageFacts(db, siteId, idsOf("image"), { isManager: accessScope.includesInactive });
  const covers = await findCovers(db, siteId, wantsCovers ? idsOf("course", "folder") : [], accessScope);
  // For a case, the slides that everyone can see: inactive slides may be intended for later.
  const caseCovers = await findCovers(db, siteId, idsOf("case"), { ...accessScope, includesInactive: false });
  const others = items.map(({ id }) => id).filter((id) => !images.has(id) && !covers.has(id) && !caseCovers.has(id));
  const radiology = await findRadiologyThumbnails(db, siteId, idsOf("radiology"));
  const chosen = [...radiology, ...(await findChosenThumbnails(db, siteId, others))].map(
    ([id, thumbnail]): [number, Picture] => [id, { thumbnail, colour: null }],
  );
  return new Map<number, Picture>([...chosen, ...covers, ...caseCovers, ...images]);
}
