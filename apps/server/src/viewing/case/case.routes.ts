import type { BodyOf } from "@parfocal/core/call.contract.ts";
import {
  CASE_PAGE_SIZE,
  type Case,
  copyCase,
  createCase,
  getCase,
  getCaseByPost,
  listCases,
  unbindCase,
  updateCase,
} from "@parfocal/core/case/case.contract.ts";
import { idMismatch, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { ALL_SEEING } from "#item/access-scope.ts";
import type { ItemRow } from "#item/item.table.ts";
import { changeLook } from "#item/item-appearance.ts";
import { findItemIdByPost } from "#item/item-post.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { assertTextsSeen } from "#platform/http/version-of.ts";
import { copyItemTo } from "#structure/copy-items.ts";
import { findCovers } from "#structure/cover-images.ts";
import {
  type CaseFacts,
  findCaseFacts,
  listCaseRows,
  lockCase,
  updateCaseFacts,
  updateCaseTexts,
} from "./case.queries.ts";
import { clearBinding } from "./case-item.queries.ts";
import { storedCaseText } from "./case-text.ts";
import { changeCaseItems } from "./change-case-items.ts";
import { addCase } from "./create-case.ts";
import { loadCase } from "./load-case.ts";

/** Changes only the fields in the body, so that concurrent changes of different fields are all kept. */
function changesOf(body: BodyOf<typeof updateCase>) {
  const { title, subtitle, summary, tags, collapseDiagnosis, layout } = body;
  const description = body.description === undefined ? undefined : storedCaseText(body.description);
  const diagnosis = body.diagnosis === undefined ? undefined : storedCaseText(body.diagnosis);
  return {
    texts: withoutUndefined({ title, subtitle, summary, description, tags }),
    facts: withoutUndefined({
      diagnosis,
      collapses_diagnosis: collapseDiagnosis,
      layout_columns: layout?.columns,
      layout_rows: layout?.rows,
    }) satisfies Partial<CaseFacts>,
  };
}

type Defined<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> };

function withoutUndefined<Shape extends object>(shape: Shape): Defined<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Defined<Shape>;
}

type CaseTexts = Pick<Case, "title" | "subtitle" | "description" | "diagnosis">;

/** @throws AppError `conflict` if another person changed a text since it was read. */
async function assertCaseSeen(
  db: SiteDb,
  siteId: number,
  { id, title, subtitle, description }: ItemRow,
  seen: NonNullable<BodyOf<typeof updateCase>["seen"]>,
  updated: { readonly [Name in keyof CaseTexts]?: string | undefined },
): Promise<void> {
  const diagnosis = (await findCaseFacts(db, siteId, id))?.diagnosis ?? "";
  assertTextsSeen<CaseTexts>(seen, updated, { title, subtitle, description, diagnosis });
}

async function listCaseCards(
  db: SiteDb,
  siteId: number,
  { page, q, folder }: { page: number; q: string; folder?: number | undefined },
): Promise<ItemCard[]> {
  const rows = await listCaseRows(db, siteId, { page, pageSize: CASE_PAGE_SIZE, q, folder });
  const ids = rows.map(({ id }) => id);
  const covers = await findCovers(db, siteId, ids, { ...ALL_SEEING, includesInactive: false });
  return rows.map(({ id, kind, title, subtitle, slideCount }) => ({
    id,
    itemId: id,
    type: kind,
    title,
    subtitle,
    thumbnail: covers.get(id)?.thumbnail ?? null,
    colour: covers.get(id)?.colour ?? null,
    // Both belong to a placement, and a list has none.
    isActive: true,
    annotationsActive: true,
    parent: folder ?? null,
    itemCount: slideCount ?? 0,
    job: null,
  }));
}

export const caseRoutes = [
  route(getCase, ({ db, siteId, caller, shareToken }, { params, query }) =>
    loadCase(db, { siteId, caller, shareToken, id: params.id, parentId: query.parent }),
  ),

  route(getCaseByPost, async ({ db, siteId, caller }, { params, query }) => {
    const found = await findItemIdByPost(db, siteId, { postId: params.id, kind: "case" });
    if (found === undefined) throw notFoundOrNoAccess();
    return loadCase(db, { siteId, caller, id: found, parentId: query.parent });
  }),

  route(listCases, ({ db, siteId }, { query }) => listCaseCards(db, siteId, query)),

  route(createCase, async ({ db, siteId, caller }, { body }) => {
    const id = await addCase(db, { siteId, createdBy: caller.signedIn().id }, body);
    return loadCase(db, { siteId, caller, id, parentId: body.parentId });
  }),

  route(updateCase, async ({ db, siteId, caller }, { params: { id }, body }) => {
    if (body.id !== undefined && body.id !== id) throw idMismatch("case");
    const before = await lockCase(db, siteId, id);
    if (!before) throw notFoundOrNoAccess();
    const { texts, facts } = changesOf(body);
    if (body.seen) await assertCaseSeen(db, siteId, before, body.seen, { ...texts, diagnosis: facts.diagnosis });
    await updateCaseTexts(db, siteId, id, texts);
    await updateCaseFacts(db, siteId, id, facts);
    await changeLook(db, siteId, id, { thumbnailMediaId: body.thumbnailMediaId });
    const { items, seenIds } = body;
    if (items) await changeCaseItems(db, siteId, id, items, body);
    else if (seenIds) await changeCaseItems(db, siteId, id, [], { seenIds, keepsOthers: true });
    return loadCase(db, { siteId, caller, id });
  }),

  route(unbindCase, async ({ db, siteId, caller }, { params: { id } }) => {
    if (!(await lockCase(db, siteId, id))) throw notFoundOrNoAccess();
    await clearBinding(db, siteId, id);
    return loadCase(db, { siteId, caller, id });
  }),

  route(copyCase, async ({ db, siteId, caller }, { body }) => {
    const id = await copyItemTo(db, siteId, { ...body, kind: "case", createdBy: caller.signedIn().id });
    return loadCase(db, { siteId, caller, id, parentId: body.parentId });
  }),
];
