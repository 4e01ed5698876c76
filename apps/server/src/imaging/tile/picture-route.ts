/** What routes that answer pictures share: they lie beside `/api`, and each does its own part of a call's work. */
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

/** Digits only: what is no number of a picture is no picture. */
export function wholeNumber(text: string | undefined): number {
  if (text === undefined || !WHOLE_NUMBER.test(text)) throw noPicture();
  return Number(text);
}

/** One for all: an error of its own, with its stack, costs a tenth of a tile. */
const GONE_ON = new Error("the browser has gone on to another place");

/** Stops the work when the browser has gone on to another place; what was answered whole has none left to stop. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const stop = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) stop.abort(GONE_ON);
  });
  return stop.signal;
}

/** Whose budget is used; whether there is such a session is not asked. */
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
          // Pages of other origins read that they are to wait.
          reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", "retry-after");
          throw error;
        }
        return answer(platform, request, reply);
      });
    },
  };
}

/** Of an answer that is a picture: opened as a page of its own it runs nothing and fetches nothing, whatever it holds. */
export const PICTURE_POLICY = "default-src 'none'; sandbox";
