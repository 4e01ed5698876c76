/**
 * Serves an uploaded file with the type detected from its bytes (no sniffing). It cannot run scripts or load resources,
 * and everything but images, videos and PDFs is only offered as a download (threat T-21).
 */
import { isShownInline } from "@parfocal/core/attachment/media-types.ts";
import { neutralFilename } from "@parfocal/core/attachment/neutral-filename.ts";
import type { Call } from "@parfocal/core/call.contract.ts";
import { notFound } from "@parfocal/core/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Caller, enforcePolicy } from "#platform/access/caller.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { readViewer } from "#platform/http/read-viewer.ts";
import { parseInput, type Route, urlOf } from "#platform/http/route.ts";
import { findSiteAndCaller, readFileCredentials } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { findSharedItem } from "#share-access/shared-item.ts";
import { readByteRange } from "./byte-range.ts";

const FILE_POLICY = "sandbox; default-src 'none'";
/** Some browsers show no PDF in a sandbox; their PDF viewers already isolate scripts from the page's origin. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";
/** A file never changes; only the reader's own browser may cache it, and a revoked right takes effect the next day. */
const CACHE = "private, max-age=86400";

export interface StoredFile {
  /** Name in the file store. */
  readonly name: string;
  /** Never used for other bytes, so it serves as the file's ETag. */
  readonly storedName: string;
  readonly mediaType: string;
  readonly filename: string;
}

export interface FileQuery {
  readonly siteId: number;
  readonly caller: Caller;
  readonly id: number;
  /** Unguessable part of the URL; undefined if it has none. */
  readonly key: string | undefined;
  readonly platform: Platform;
  /** Token of a share, if the call accepts one; null: only the session applies. */
  readonly shareToken: string | null;
}

/** @returns undefined if there is no such file for this caller. */
export type FindStoredFile = (db: SiteDb, question: FileQuery) => Promise<StoredFile | undefined>;

/** The original file name is only for content managers; others download under a neutral name. */
export const filenameFor = (
  caller: Caller,
  noun: string,
  id: number,
  { media_type: mediaType, filename }: { readonly media_type: string; readonly filename: string },
): string => (caller.can("manageContent") ? filename : neutralFilename(noun, id, { mediaType, filename }));

const noFile = () => notFound("File");

async function findFile(
  contract: Call,
  find: FindStoredFile,
  platform: Platform,
  request: FastifyRequest,
): Promise<StoredFile> {
  const { id, key } = parseInput(contract.params, request.params, "params") as { id: number; key?: string };
  const credentials = readFileCredentials(request);
  const viewer = contract.acceptsShare ? readViewer(request) : { ...credentials, shareToken: null };
  const { siteId, shareToken } = viewer;
  const file = await withSite(platform.database, siteId, async (db) => {
    const { site, caller } = await findSiteAndCaller(db, siteId, viewer.token);
    if (shareToken === null) enforcePolicy(contract.policy, caller, site);
    // The key in the URL is only returned with content that the share shows. Without a key, `find` checks whether the
    // share shows the item.
    else if (key !== undefined) await findSharedItem(db, { siteId, token: shareToken, caller });
    return find(db, { siteId, caller, id, key, platform, shareToken });
  });
  if (!file) throw noFile();
  return file;
}

/** RFC 6266: the name in ASCII, for old programs, and the original name. */
function dispositionOf({ mediaType, filename }: StoredFile): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${isShownInline(mediaType) ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

async function answerFile(
  { files }: Platform,
  file: StoredFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, storedName, mediaType } = file;
  const facts = await files.factsOf(name);
  if (!facts) throw noFile();
  const { bytes: size } = facts;
  const etag = `"${storedName}"`;
  reply
    .header("content-type", mediaType)
    .header("content-disposition", dispositionOf(file))
    .header("content-security-policy", mediaType === "application/pdf" ? PDF_POLICY : FILE_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", CACHE)
    .header("vary", "cookie, x-site-token")
    .header("accept-ranges", "bytes")
    .header("etag", etag);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  // A part of a file other than the one whose download was started would not fit: the complete file is sent instead.
  const isSameFile = [undefined, etag].includes(request.headers["if-range"] as string | undefined);
  const range = isSameFile ? readByteRange(request.headers.range, size) : null;
  if (range === "beyond") return reply.code(416).header("content-range", `bytes */${size}`).send();
  if (range === null) return reply.header("content-length", size).send(files.read(name));
  return reply
    .code(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${size}`)
    .header("content-length", range.end - range.start + 1)
    .send(files.read(name, range));
}

/**
 * A call that returns a file; its contract has the parameter `id`, and may have `key`.
 *
 * @param prepare runs after the transaction, before the file is read.
 */
export function storedFileRoute(
  contract: Call,
  find: FindStoredFile,
  prepare: (file: StoredFile, files: FileStore) => Promise<void> = async () => {},
): Route {
  return {
    contract,
    register(app, platform) {
      app.get(urlOf(contract), async (request, reply) => {
        const file = await findFile(contract, find, platform, request);
        await prepare(file, platform.files);
        return answerFile(platform, file, request, reply);
      });
    },
  };
}
