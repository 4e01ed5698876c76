import {
  createTextbook,
  getTextbook,
  getTextbookDocument,
  replaceTextbookDocument,
  updateTextbook,
} from "@parfocal/core/textbook/textbook.contract.ts";
import { filenameFor, storedFileRoute } from "#attachment/stored-file-route.ts";
import { assertItemSeen } from "#item/assert-item-seen.ts";
import { changePlacedContent } from "#item/placed-content.ts";
import { attachmentName } from "#platform/files/file-store.ts";
import { longRoute, type Route, route } from "#platform/http/route.ts";
import { createLimiter } from "#platform/limiter.ts";
import { findShownDocument, loadTextbook, sharedFilename } from "./load-textbook.ts";
import { receiveTextbook, receiveTextbookDocument } from "./receive-textbook.ts";
import { findTextbookFacts, updateTextbookFacts } from "./textbook.queries.ts";

/** Files received in parallel: slides have priority on the disk (rule D-12). */
const FILES_AT_ONCE = 2;
const MAX_WAITING = 50;
const limiter = createLimiter(FILES_AT_ONCE, MAX_WAITING);

export const textbookRoutes: readonly Route[] = [
  route(getTextbook, ({ db, siteId, caller, shareToken }, { params: { id }, query }) =>
    loadTextbook(db, { siteId, caller, shareToken, id, parentId: query.parent }),
  ),

  longRoute(createTextbook, (context) => limiter.run(() => receiveTextbook(context))),

  longRoute(replaceTextbookDocument, (context, { params: { id } }) =>
    limiter.run(() => receiveTextbookDocument(context, id)),
  ),

  route(updateTextbook, async ({ db, siteId, caller }, { params: { id }, body: { diagnosis, seen, ...changes } }) => {
    const { tags: _tags, thumbnailMediaId: _thumbnail, ...texts } = changes;
    await assertItemSeen(
      db,
      siteId,
      { id, kind: "textbook" },
      { seen, updated: { ...texts, diagnosis } },
      async () => ({
        diagnosis: (await findTextbookFacts(db, siteId, id))?.diagnosis,
      }),
    );
    await changePlacedContent(db, siteId, { id, kind: "textbook" }, changes);
    if (diagnosis !== undefined) await updateTextbookFacts(db, siteId, id, { diagnosis });
    return loadTextbook(db, { siteId, caller, id });
  }),

  storedFileRoute(getTextbookDocument, async (db, { siteId, caller, shareToken, id }) => {
    const shown = await findShownDocument(db, { siteId, caller, shareToken, id });
    if (!shown || shown.file.stored_name === null) return undefined;
    const { file, by } = shown;
    return {
      name: attachmentName(siteId, shown.file.stored_name),
      storedName: shown.file.stored_name,
      mediaType: file.media_type,
      filename: by ? sharedFilename(id, file) : filenameFor(caller, "textbook", id, file),
    };
  }),
];
