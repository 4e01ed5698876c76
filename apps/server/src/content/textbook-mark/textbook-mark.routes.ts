import { AppError, notFound } from "@parfocal/core/errors.ts";
import { MARKS_MAX, markTargetProblem } from "@parfocal/core/textbook-mark/mark-rules.ts";
import type { PageArea } from "@parfocal/core/textbook-mark/page-area.ts";
import {
  createTextbookMark,
  deleteTextbookMark,
  listTextbookMarks,
  type MarkView,
  restoreTextbookMark,
  type TextbookMark,
  updateTextbookMark,
} from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { presentMarks } from "./present-marks.ts";
import {
  countMarksOf,
  findMark,
  insertMark,
  listMarksOf,
  lockMarksOf,
  markMarkDeleted,
  unmarkMarkDeleted,
  updateMark,
} from "./textbook-mark.queries.ts";
import type { TextbookMarkRow } from "./textbook-mark.table.ts";

type Context = Pick<RouteContext, "db" | "siteId" | "caller">;

const noMark = () => notFound("Mark");

/** @throws AppError `notFound` if the caller may not see the textbook. */
async function assertTextbook({ db, siteId, caller }: Context, id: number): Promise<void> {
  await findVisibleItem(db, { siteId, caller, id, kind: "textbook" });
}

interface NewTarget {
  readonly itemId: number | null;
  readonly view: MarkView | null;
  readonly pageIndex: number | null;
}

const TARGET_PROBLEMS = {
  kind: "A mark cannot lead to an item of this type. Choose another item.",
  view: "Only a slide can be opened at a view.",
  pageIndex: "Only a textbook has pages. A mark without an item needs a page of this textbook.",
} as const;

/**
 * @throws AppError `notFound` for an item that the caller may not see, `invalid` for one that cannot be the target of a
 * mark.
 */
async function targetColumns({ db, siteId, caller }: Context, textbookId: number, target: NewTarget) {
  const isItself = target.itemId === textbookId;
  const itemId = isItself ? null : target.itemId;
  const pageIndex = isItself ? (target.pageIndex ?? 0) : target.pageIndex;
  const item = itemId === null ? null : (await findVisibleItem(db, { siteId, caller, id: itemId })).item;
  const problem = markTargetProblem(item?.kind ?? null, {
    hasView: target.view !== null,
    hasPage: pageIndex !== null,
  });
  if (problem) throw new AppError("invalid", TARGET_PROBLEMS[problem], { codes: ["target"] });
  return {
    target_item_id: itemId,
    target_page_index: pageIndex,
    target_view: target.view && JSON.stringify(target.view),
    is_page_of_textbook: itemId === null,
  };
}

const areaColumns = ({ left, top, width, height }: PageArea) => ({
  ...{ area_left: left, area_top: top, area_width: width, area_height: height },
});

/** @throws AppError `invalid` if the textbook has the maximum number of marks. */
async function assertRoom({ db, siteId }: Context, textbookId: number): Promise<void> {
  await lockMarksOf(db, siteId, textbookId);
  if ((await countMarksOf(db, siteId, textbookId)) >= MARKS_MAX)
    throw new AppError("invalid", `The limit for a textbook is ${MARKS_MAX} marks. Delete marks first.`, {
      codes: ["tooManyMarks"],
    });
}

async function presentMark({ db, siteId, caller }: Context, row: TextbookMarkRow | undefined): Promise<TextbookMark> {
  if (!row) throw noMark();
  return (await presentMarks(db, { siteId, caller }, [row]))[0] as TextbookMark;
}

export const textbookMarkRoutes = [
  route(listTextbookMarks, async (context, { params: { id } }) => {
    await assertTextbook(context, id);
    const { db, siteId, caller } = context;
    return presentMarks(db, { siteId, caller }, await listMarksOf(db, siteId, id));
  }),

  route(createTextbookMark, async (context, { params: { id }, body: { pageIndex, area, label, target } }) => {
    await assertTextbook(context, id);
    const columns = await targetColumns(context, id, target);
    await assertRoom(context, id);
    const row = await insertMark(context.db, context.siteId, id, {
      ...{ page_index: pageIndex, label },
      ...areaColumns(area),
      ...columns,
    });
    return presentMark(context, row);
  }),

  route(updateTextbookMark, async (context, { params, body: { pageIndex, area, label, target } }) => {
    await assertTextbook(context, params.id);
    const { db, siteId } = context;
    const key = { textbookId: params.id, markId: params.markId };
    const changes = {
      ...(pageIndex === undefined ? {} : { page_index: pageIndex }),
      ...(area && areaColumns(area)),
      ...(label === undefined ? {} : { label }),
      ...(target && (await targetColumns(context, params.id, target))),
    };
    const hasChanges = Object.keys(changes).length > 0;
    return presentMark(context, await (hasChanges ? updateMark(db, siteId, key, changes) : findMark(db, siteId, key)));
  }),

  route(deleteTextbookMark, async (context, { params }) => {
    await assertTextbook(context, params.id);
    const key = { textbookId: params.id, markId: params.markId };
    if (!(await markMarkDeleted(context.db, context.siteId, key))) throw noMark();
  }),

  route(restoreTextbookMark, async (context, { params }) => {
    await assertTextbook(context, params.id);
    await assertRoom(context, params.id);
    const key = { textbookId: params.id, markId: params.markId };
    return presentMark(context, await unmarkMarkDeleted(context.db, context.siteId, key));
  }),
];
