/**
 * Calls that a whole class makes at the same moment, done together in one transaction. One statement reads the sessions
 * of all, and the rights of each are checked. A call that is special in any way is done alone by its route's own
 * handler, and so is every call if one of them makes the transaction fail: no request fails because of another one.
 */
import type { AnswerOf, Call } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";
import { type Caller, enforcePolicy } from "../access/caller.ts";
import { PREVIEW_HEADER } from "../access/preview-token.ts";
import { type SiteDb, withSite } from "../db/database.ts";
import type { Platform } from "../platform.ts";
import { checkAnswer, type RouteInput, readInput } from "./call-input.ts";
import { FormBody } from "./form-body.ts";
import { Gathering } from "./gathering.ts";
import type { StoredAnswer } from "./idempotency.ts";
import { assertOwnOrigin, carriesNonce } from "./origin.ts";
import { findSitesAndCallers, type RequestSite, readCredentials } from "./site-and-session.ts";
import { isSiteToken } from "./site-tokens.ts";

/** Keeps one transaction, and the work between its statements, short. */
const TOGETHER_MAX = 50;

export interface GatheredCall<C extends Call> {
  readonly site: RequestSite;
  /** Signed in. */
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly input: RouteInput<C>;
}

export interface TogetherContext {
  readonly db: SiteDb;
  readonly siteId: number;
  readonly platform: Platform;
}

export interface Together<C extends Call> {
  /** Calls with the same text are done together; null: this call is done alone. */
  groupOf(input: RouteInput<C>): string | null;
  /**
   * Runs in one transaction. @returns a response for each call, in their order; null: the call is done alone, and
   * nothing was written for it. @throws any error: then nothing is written, and each call is done alone.
   */
  answer(context: TogetherContext, calls: readonly GatheredCall<C>[]): Promise<readonly (AnswerOf<C> | null)[]>;
}

interface GatheredRequest<C extends Call> {
  readonly contract: C;
  readonly together: Together<C>;
  readonly platform: Platform;
  readonly request: FastifyRequest;
}

interface Waiting {
  readonly token: string;
  readonly request: FastifyRequest;
  readonly input: RouteInput<Call>;
}

type Gatherings = Map<string, Gathering<Waiting, StoredAnswer | null>>;
const gatheringsOf = new WeakMap<Platform, Gatherings>();

/** @returns null if the call must be done alone. @throws AppError `unavailable` if no connection became free. */
export async function answerTogether<C extends Call>(gathered: GatheredRequest<C>): Promise<StoredAnswer | null> {
  const { contract, together, platform } = gathered;
  const found = readWaiting(gathered);
  if (!found) return null;
  const { siteId, group, waiting } = found;
  const gatherings = gatheringsOf.get(platform) ?? new Map();
  gatheringsOf.set(platform, gatherings);
  const key = `${contract.method} ${contract.path} ${siteId} ${group}`;
  const known: Gathering<Waiting, StoredAnswer | null> | undefined = gatherings.get(key);
  const run = (batch: readonly Waiting[]) => answerBatch({ contract, together, platform, siteId }, batch);
  const gathering = known ?? new Gathering(run, TOGETHER_MAX);
  gatherings.set(key, gathering);
  try {
    return await gathering.join(waiting);
  } finally {
    if (gathering.isIdle && gatherings.get(key) === gathering) gatherings.delete(key);
  }
}

/** @returns null for a request that is special in any way, valid or not. */
function readWaiting<C extends Call>({ contract, together, platform, request }: GatheredRequest<C>) {
  if (contract.isCreating || contract.acceptsShare) return null;
  if (request.body instanceof FormBody || request.headers[PREVIEW_HEADER]) return null;
  try {
    const { siteId, token, isFromHeader } = readCredentials(request);
    if (token === null || isSiteToken(token)) return null;
    const mayUseSession = contract.method === "GET" || isFromHeader || carriesNonce(request, token, platform.nonceKey);
    if (!mayUseSession) return null;
    const input = readInput(contract, request);
    const group = together.groupOf(input);
    if (group === null) return null;
    return { siteId, group, waiting: { token, request, input: input as RouteInput<Call> } };
  } catch {
    // The call is done alone, which returns the error.
    return null;
  }
}

type Batch<C extends Call> = Omit<GatheredRequest<C>, "request"> & { readonly siteId: number };

async function answerBatch<C extends Call>(
  { contract, together, platform, siteId }: Batch<C>,
  batch: readonly Waiting[],
): Promise<readonly (StoredAnswer | null)[]> {
  try {
    return await withSite(platform.database, siteId, async (db) => {
      const found = await findSitesAndCallers(
        db,
        siteId,
        batch.map(({ token }) => token),
      );
      const admitted = batch.map(({ token, request, input }) => {
        const known = found.get(token);
        return known && isAdmitted(contract, known, request)
          ? { ...known, request, input: input as RouteInput<C> }
          : null;
      });
      const calls = admitted.filter((call) => call !== null);
      const answers = calls.length === 0 ? [] : await together.answer({ db, siteId, platform }, calls);
      const byCall = new Map(calls.map((call, index) => [call, answers[index] ?? null]));
      return admitted.map((call) => {
        const answer = call && (byCall.get(call) ?? null);
        return answer === null ? null : checkAnswer(contract, answer);
      });
    });
  } catch (error) {
    if (error instanceof AppError && error.kind === "unavailable") throw error;
    if (!(error instanceof AppError))
      platform.log.warn({ err: error, path: contract.path }, "calls done together failed; each of them is done alone");
    return batch.map(() => null);
  }
}

function isAdmitted(
  contract: Call,
  { site, caller }: Pick<GatheredCall<Call>, "site" | "caller">,
  request: FastifyRequest,
): boolean {
  try {
    if (contract.method !== "GET") assertOwnOrigin(request, site.origins);
    enforcePolicy(contract.policy, caller, site);
    return true;
  } catch {
    return false;
  }
}
