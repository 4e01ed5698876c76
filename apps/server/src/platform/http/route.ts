/**
 * The steps of a call: input parsed by the contract, site and session, policy, transaction, action, response validated
 * by the contract. A 2xx response is sent only after the commit.
 */
import type { AnswerOf, Call } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Caller, enforcePolicy } from "../access/caller.ts";
import { type SiteDb, withSite } from "../db/database.ts";
import { beginReadingOnce } from "../db/read-once.ts";
import { repeatOnConflict } from "../db/repeat-on-conflict.ts";
import type { Platform } from "../platform.ts";
import { noteSender } from "../security-log.ts";
import { checkAnswer, type RouteInput, readInput } from "./call-input.ts";
import { FormBody } from "./form-body.ts";
import { answerTogether, type Together } from "./gathered-calls.ts";
import { findOrClaimKey, keepAnswer, readIdempotencyKey, type StoredAnswer } from "./idempotency.ts";
import { assertOwnOrigin, carriesNonce } from "./origin.ts";
import { previewCaller } from "./preview-caller.ts";
import { readViewer, type Viewer } from "./read-viewer.ts";
import { findSiteAndCaller, type RequestSite, readCredentials } from "./site-and-session.ts";
import { siteOfPass } from "./site-tokens.ts";

export { parseInput, type RouteInput } from "./call-input.ts";

export interface RouteContext {
  readonly db: SiteDb;
  readonly siteId: number;
  readonly site: RequestSite;
  readonly caller: Caller;
  /**
   * For calls that accept one: the share, not the session, then decides what is visible. Null: only the session
   * applies.
   */
  readonly shareToken: string | null;
  readonly platform: Platform;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Runs after the transaction is committed, before the response is sent. */
  afterCommit(work: () => void | Promise<void>): void;
}

export interface Route {
  readonly contract: Call;
  register(app: FastifyInstance, platform: Platform): void;
}

/** For work that must not hold a connection while it runs: it opens its own short transactions with `withSite`. */
export type LongRouteContext = Omit<RouteContext, "db" | "afterCommit">;

const UNSAFE_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "DELETE"]);

/**
 * A call whose handler runs in one transaction. It may run several times before the commit: effects outside the
 * database must wait for `afterCommit`.
 *
 * @param together for calls that many users make at the same moment; calls it does not answer are passed to the
 * handler.
 */
export function route<const C extends Call>(
  contract: C,
  handler: (context: RouteContext, input: RouteInput<C>) => Promise<AnswerOf<C>>,
  together?: Together<C>,
): Route {
  return defineRoute(contract, async (platform, request, reply) => {
    const shared = together && (await answerTogether({ contract, together, platform, request }));
    if (shared) return shared;
    let afterCommit: (() => void | Promise<void>)[] = [];
    const transact = async (db: SiteDb): Promise<StoredAnswer> => {
      // Effects requested by an attempt that was rolled back are dropped.
      afterCommit = [];
      if (contract.method === "GET") beginReadingOnce(db);
      const { site, caller, shareToken } = await admit(contract, db, platform, request);
      const input = readInput(contract, request);
      const claim = await claimCall({ contract, db, siteId: site.id, caller, request }, input);
      if (claim?.stored) return claim.stored;
      const context = {
        db,
        siteId: site.id,
        site,
        caller,
        shareToken,
        platform,
        request,
        reply,
        afterCommit: (work: () => void | Promise<void>) => afterCommit.push(work),
      };
      const fresh = checkAnswer(contract, await handler(context, input));
      if (claim) await keepAnswer(db, claim, fresh);
      return fresh;
    };
    const { siteId } = viewerOf(contract, request);
    const stored = await repeatOnConflict(() => withSite(platform.database, siteId, transact));
    for (const work of afterCommit) await work();
    return stored;
  });
}

/**
 * A call that takes long or reads a stream: rights are checked in one transaction, and the work is done after it.
 *
 * @param pool connections used to read the rights.
 */
export function longRoute<const C extends Call>(
  contract: C,
  handler: (context: LongRouteContext, input: RouteInput<C>) => Promise<AnswerOf<C>>,
  { pool = "database" }: { readonly pool?: "database" | "reserve" } = {},
): Route {
  return defineRoute(contract, async (platform, request, reply) => {
    const { site, caller, shareToken } = await withSite(platform[pool], viewerOf(contract, request).siteId, (db) =>
      admit(contract, db, platform, request),
    );
    const context = { siteId: site.id, site, caller, shareToken, platform, request, reply };
    return checkAnswer(contract, await handler(context, readInput(contract, request)));
  });
}

/** In Fastify's syntax: `/v2/folder/:id`. */
export const urlOf = ({ path }: Pick<Call, "path">): string => path.replace(/\{(\w+)\}/g, ":$1");

function defineRoute(
  contract: Call,
  answerCall: (platform: Platform, request: FastifyRequest, reply: FastifyReply) => Promise<StoredAnswer>,
): Route {
  return {
    contract,
    register(app, platform) {
      app.route({
        method: contract.method,
        url: urlOf(contract),
        ...(contract.bodyMaxBytes === undefined ? {} : { bodyLimit: contract.bodyMaxBytes }),
        handler: async (request, reply) => {
          const { status, answer } = await answerCall(platform, request, reply);
          reply.code(status).header("cache-control", "no-store");
          return status === 204 ? reply.send() : reply.send(answer);
        },
      });
    },
  };
}

const viewerOf = (contract: Call, request: FastifyRequest): Viewer =>
  contract.acceptsShare ? withoutPass(readViewer(request)) : { ...readCredentials(request), shareToken: null };

/** A pass gives access to files, never to API calls. */
const withoutPass = (viewer: Viewer): Viewer =>
  viewer.token !== null && siteOfPass(viewer.token) !== null ? { ...viewer, token: null } : viewer;

/**
 * Checks of every call: origin, site, session with its nonce, policy. With the token of a share, the handler checks the
 * share.
 */
async function admit(
  contract: Call,
  db: SiteDb,
  platform: Platform,
  request: FastifyRequest,
): Promise<{ site: RequestSite; caller: Caller; shareToken: string | null }> {
  const isUnsafe = UNSAFE_METHODS.has(contract.method);
  const { siteId, token, isFromHeader, shareToken } = viewerOf(contract, request);
  const mayUseSession = !isUnsafe || isFromHeader || carriesNonce(request, token, platform.nonceKey);
  if (request.body instanceof FormBody && (contract.method !== "POST" || token === null || !mayUseSession))
    throw new AppError("invalid", "Send JSON, or a form with the nonce of a signed-in user.", {
      codes: ["form"],
    });
  noteSender(request, { siteId, userId: null, sessionError: null });
  const { site, caller: ownCaller } = await findSiteAndCaller(db, siteId, mayUseSession ? token : null);
  const sessionError = token === null || ownCaller.user ? null : mayUseSession ? "sessionUnknown" : "nonce";
  noteSender(request, { siteId, userId: ownCaller.user?.id ?? null, sessionError });
  const caller = await previewCaller(db, { contract, siteId, request, caller: ownCaller, key: platform.nonceKey });
  if (isUnsafe) assertOwnOrigin(request, site.origins);
  if (shareToken === null) enforcePolicy(contract.policy, caller, site);
  return { site, caller, shareToken };
}

interface ClaimedCall {
  readonly contract: Call;
  readonly db: SiteDb;
  readonly siteId: number;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

function claimCall({ contract, db, siteId, caller, request }: ClaimedCall, input: RouteInput<Call>) {
  const key = contract.isCreating ? readIdempotencyKey(request) : null;
  if (key === null) return null;
  return findOrClaimKey(db, { siteId, userId: caller.signedIn().id, key, call: contract, input });
}
