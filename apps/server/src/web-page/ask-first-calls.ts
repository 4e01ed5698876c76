/** Makes API calls on behalf of the visitor who opens a page, with all their checks. */
import { parseSharedPath } from "@parfocal/core/share/share-path.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { forOnePage } from "#platform/http/once-per-page.ts";
import { readSessionCookie } from "#platform/http/site-and-session.ts";
import { type FirstCall, firstCallsOf } from "./first-calls.ts";

/** Larger responses are requested by the page. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;

/** @returns JSON texts by URL (`/api/…`); rejected and failed calls are omitted, and the page makes them itself. */
export async function askFirstCalls(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<ReadonlyMap<string, string>> {
  const { url, headers, ip } = request;
  const { host } = headers;
  // The calls below do not know the request's scheme, so only the valid session cookie is passed on.
  const session = readSessionCookie(request);
  const cookie = session ? `${session.name}=${session.token}` : undefined;
  const siteId = siteNamedBy(url);
  const answers = new Map<string, string>();
  const ask = async ({ path, next }: FirstCall): Promise<void> => {
    const address = `/api${path}`;
    const answer = await app.inject({
      url: address,
      remoteAddress: ip,
      headers: {
        accept: "application/json",
        ...(host ? { host } : {}),
        ...(cookie ? { cookie } : {}),
        ...(siteId ? { "x-site-id": siteId } : {}),
      },
    });
    if (answer.statusCode !== 200 || answer.rawPayload.length > ANSWER_MAX_BYTES) return;
    answers.set(address, answer.payload);
    if (next) await Promise.all(next(answer.json()).map(ask));
  };
  await forOnePage(() => Promise.all(firstCallsOf(url, cookie !== undefined).map(ask)));
  return answers;
}

/** The site as the page determines it (`web/app/main.tsx`); on the sign-in page, the site of the page that follows. */
function siteNamedBy(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url, "http://page.invalid");
  const path = pathname === "/sign-in" ? (searchParams.get("next") ?? "") : pathname;
  const shared = parseSharedPath(path.split("?", 1)[0] ?? "");
  return shared ? String(shared.siteId) : /^\/s([1-9]\d{0,14})(?:[/?]|$)/.exec(path)?.[1];
}
