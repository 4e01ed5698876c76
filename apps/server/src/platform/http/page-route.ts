/**
 * A call that another site opens in the browser, in a window or a frame: the response is a redirect, a small page
 * without scripts, or JSON. It needs no session and no nonce: the handler validates its input itself and runs its own
 * transactions.
 *
 * The response for a site that does not exist is 404, as for every call.
 */
import type { Call } from "@parfocal/core/call.contract.ts";
import { AppError, STATUS_OF } from "@parfocal/core/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { withSite } from "../db/database.ts";
import type { Platform } from "../platform.ts";
import { FormBody } from "./form-body.ts";
import { parseInput, type Route, type RouteInput, urlOf } from "./route.ts";
import { findSite, readCredentials } from "./site-and-session.ts";

export type PageAnswer =
  /** Absolute URL, or a path of this server. */
  | { readonly address: string }
  | { readonly status: number; readonly html: string; readonly policy: string }
  | { readonly json: unknown; readonly maxAgeS: number };

export interface PageContext {
  readonly platform: Platform;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** @param failurePage for a browser whose request is invalid or not found; omitted: the error is sent as JSON. */
export function pageRoute<const C extends Call>(
  contract: C,
  handler: (context: PageContext, input: RouteInput<C>) => Promise<PageAnswer>,
  failurePage?: (context: PageContext, status: number) => PageAnswer,
): Route {
  return {
    contract,
    register(app, platform) {
      app.route({
        method: contract.method,
        url: urlOf(contract),
        handler: async (request, reply) => {
          const context = { platform, request, reply };
          reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
          return send(reply, await answer(context));
        },
      });

      async function answer(context: PageContext): Promise<PageAnswer> {
        const { request } = context;
        try {
          const { siteId } = readCredentials(request);
          await withSite(platform.reserve, siteId, (db) => findSite(db, siteId));
          return await handler(context, readInput(contract, request));
        } catch (error) {
          if (!failurePage || !wantsPage(request) || !(error instanceof AppError)) throw error;
          return failurePage(context, STATUS_OF[error.kind]);
        }
      }
    },
  };
}

/** Browsers send this header whenever they open a URL. */
export const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes("text/html") ?? false;

function readInput<C extends Call>(contract: C, request: FastifyRequest): RouteInput<C> {
  const body = request.body instanceof FormBody ? knownFields(request.body, contract.body) : (request.body ?? {});
  return {
    params: parseInput(contract.params, request.params, "params"),
    query: parseInput(contract.query, request.query, "query"),
    body: contract.body ? parseInput(contract.body, body, "body") : undefined,
  } as RouteInput<C>;
}

/** Other sites add fields of their own to their forms; these are dropped. JSON contains only the call's own fields. */
function knownFields({ fields }: FormBody, schema: z.ZodType | undefined): Readonly<Record<string, unknown>> {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => known.includes(name)));
}

function send(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  if ("address" in answer) return reply.redirect(answer.address, 303);
  if ("json" in answer) return reply.header("cache-control", `public, max-age=${answer.maxAgeS}`).send(answer.json);
  return reply
    .removeHeader("x-frame-options")
    .code(answer.status)
    .header("content-security-policy", answer.policy)
    .type("text/html; charset=utf-8")
    .send(answer.html);
}
