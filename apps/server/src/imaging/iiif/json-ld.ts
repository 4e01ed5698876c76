/** Source: IIIF Image API 3.0, section 5.1 (negotiation of the media type). */
import type { FastifyReply, FastifyRequest } from "fastify";

/** Sends linked data if requested, otherwise JSON with a link to its context. */
export function sendJsonLd(request: FastifyRequest, reply: FastifyReply, context: string, body: object): FastifyReply {
  const wantsLinkedData = request.headers.accept?.includes("application/ld+json") ?? false;
  if (wantsLinkedData) {
    reply.header("content-type", `application/ld+json;profile="${context}"`);
  } else {
    reply.header("content-type", "application/json; charset=utf-8");
    reply.header("link", `<${context}>;rel="http://www.w3.org/ns/json-ld#context";type="application/ld+json"`);
  }
  // As bytes: Fastify would add a character set to text, which linked data does not have.
  return reply.send(Buffer.from(JSON.stringify(body)));
}
