/** Asks our own calls on behalf of the visitor who opens a page, with all their guards. */
import { parseSharedPath } from "@parfocal/core/share/share-path.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readSessionCookie } from "#platform/http/site-and-session.ts";
import { type FirstCall, firstCallsOf } from "./first-calls.ts";

/** What is larger is asked for by the page. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;

/** @returns JSON texts by address (`/api/…`); rejected and failed calls are left out, and the page makes them itself. */
export async function askFirstCalls(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<ReadonlyMap<string, string>> {
  const { url, headers, ip } = request;
  const { host } = headers;
  // The calls below know nothing of the scheme: only the cookie that counts is handed on.
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
  await Promise.all(firstCallsOf(url, cookie !== undefined).map(ask));
  return answers;
}

/** As the page reads it (`web/app/main.tsx`): of the sign-in page, the site that it leads on to. */
function siteNamedBy(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url, "http://page.invalid");
  const path = pathname === "/sign-in" ? (searchParams.get("next") ?? "") : pathname;
  const shared = parseSharedPath(path.split("?", 1)[0] ?? "");
  return shared ? String(shared.siteId) : /^\/s([1-9]\d{0,14})(?:[/?]|$)/.exec(path)?.[1];
}
