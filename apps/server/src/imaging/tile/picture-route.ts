/**
 * Shared parts of routes that return images: their paths are outside `/api`, so they implement parts of a call
 * themselves.
 */
import type { Call } from "@parfocal/core/call.contract.ts";
import { notFound } from "@parfocal/core/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "#platform/http/network-of.ts";
import { type Route, urlOf } from "#platform/http/route.ts";
import { readSessionCookie } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";

export type AnswerPicture = (platform: Platform, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export const noPicture = () => notFound("Image");

const WHOLE_NUMBER = /^(0|[1-9]\d{0,14})$/;

/** Digits only: anything else is not the number of an image. */
export function wholeNumber(text: string | undefined): number {
  if (text === undefined || !WHOLE_NUMBER.test(text)) throw noPicture();
  return Number(text);
}

/** A shared instance: creating an error, with its stack, costs a tenth of a tile. */
const GONE_ON = new Error("the browser has gone on to another place");

/** Stops the work when the browser cancels the request; after a complete response there is nothing to stop. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const stop = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) stop.abort(GONE_ON);
  });
  return stop.signal;
}

/** Whose rate limit is used; whether the session exists is not checked. */
function sessionOf(request: FastifyRequest): string | null {
  const header = request.headers["x-site-token"];
  return typeof header === "string" ? header : (readSessionCookie(request)?.token ?? null);
}

export function pictureRoute(contract: Call, answer: AnswerPicture): Route {
  return {
    contract,
    register(app: FastifyInstance, platform: Platform) {
      app.get(urlOf(contract), async (request, reply) => {
        try {
          platform.pictureBudget.take(sessionOf(request), networkOf(request.ip), performance.now());
        } catch (error) {
          // Pages of other origins can read how long to wait.
          reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", "retry-after");
          throw error;
        }
        return answer(platform, request, reply);
      });
    },
  };
}

/**
 * Content security policy of an image: opened as a page it cannot run or load anything, even if it contains scripts.
 */
export const PICTURE_POLICY = "default-src 'none'; sandbox";
