/**
 * The built pages. Every URL that is not a file gets the same page; its head lists the scripts of the URL's screen, and
 * its end contains the responses to the first calls of the screen. So a visitor waits for three round trips: the page,
 * its scripts together, the tiles.
 */
import { PassThrough, type Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import { notFound } from "@parfocal/core/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "#platform/platform.ts";
import { withSiteSources } from "#site/site-source-policy.ts";
import { askFirstCalls } from "./ask-first-calls.ts";
import { framingOf } from "./framed-page.ts";
import { type PageFiles, pageFor, screenOf } from "./page-files.ts";

const CONTENT_SECURITY_POLICY = "content-security-policy";
/**
 * The workers that decode radiology images (JPEG 2000, JPEG-LS …) and read PDFs (JPEG 2000, JBIG2, colour profiles) use
 * WebAssembly. A worker has the policy of its own script: so only these scripts are allowed to use it, and no page.
 */
const DECODING_WORKER = /\/assets\/(?:decodeImageFrameWorker-[\w-]+\.js|pdf\.worker\.min-[\w-]+\.mjs)(\.\w+)?$/;
const withWebAssembly = (policy: string): string =>
  policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
const NOT_A_PAGE = /^\/(api|tiles|iiif|deepzoom|radiology|assets)(\/|$)/;
/** Pages of links in emails: their URL gives access to an account. */
const HAS_TOKEN = /^\/s\d+\/(?:reset|confirm-email|registration)\b/;
/** The element with which other sites show our pages. */
const ELEMENT_FOR_HOSTS = /\/parfocal-slide\.js(\.\w+)?$/;
const BODY_END = "</body>";

/** @param webFolder of the built pages. @param files read there by `readPageFiles`. */
export async function registerWebPages(
  pages: FastifyInstance,
  platform: Platform,
  { webFolder, files }: { readonly webFolder: string; readonly files: PageFiles },
): Promise<void> {
  await pages.register(fastifyStatic, {
    root: webFolder,
    wildcard: false,
    // They are sent instead of the original files; a URL for each would add a route to register at every start.
    globIgnore: ["**/*.{br,gz}"],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.includes("/assets/");
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      if (ELEMENT_FOR_HOSTS.test(path))
        reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin");
      const policy = String(reply.getHeader(CONTENT_SECURITY_POLICY));
      if (DECODING_WORKER.test(path)) reply.header(CONTENT_SECURITY_POLICY, withWebAssembly(policy));
    },
  });
  pages.get("/*", async (request, reply) => {
    const wantsPage = request.headers.accept?.includes("text/html") ?? false;
    if (!wantsPage || NOT_A_PAGE.test(request.url)) throw notFound();
    const policy = await withSiteSources(platform, request, {
      policy: String(reply.getHeader(CONTENT_SECURITY_POLICY)),
      framing: framingOf(request.url),
    });
    // This header cannot contain a list of hosts, and browsers that read the policy ignore it.
    if (!policy.includes("frame-ancestors 'none'")) reply.removeHeader("x-frame-options");
    reply
      .header(CONTENT_SECURITY_POLICY, policy)
      // The page contains responses for one user: a page from before a sign-out must not be shown again.
      .header("cache-control", "no-store")
      .header("vary", "accept-encoding, cookie")
      .header("referrer-policy", HAS_TOKEN.test(request.url) ? "no-referrer" : "same-origin")
      .type("text/html; charset=utf-8");
    return reply.send(sendPage(pages, request, reply, files));
  });
}

/** The head is sent immediately, while the responses are still being collected. */
function sendPage(
  pages: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  files: PageFiles,
): Readable | string {
  const [head, foot] = fillPage(files, new URL(request.url, "http://page.invalid").pathname);
  if (request.method === "HEAD") return head + foot;
  const isCompressed = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  if (isCompressed) reply.header("content-encoding", "gzip");
  const stream = isCompressed ? createGzip({ level: constants.Z_BEST_SPEED }) : new PassThrough();
  stream.write(head);
  if ("flush" in stream) stream.flush(constants.Z_SYNC_FLUSH);
  askFirstCalls(pages, request).then(
    (answers) => stream.end(answersElement(answers) + foot),
    // The page makes the calls itself.
    () => stream.end(foot),
  );
  return stream;
}

/** @returns the part that does not depend on any response, and the part after the responses. */
function fillPage(files: PageFiles, path: string): readonly [string, string] {
  const page = pageFor(screenOf(path), files);
  const end = page.lastIndexOf(BODY_END);
  return end < 0 ? [page, ""] : [page.slice(0, end), page.slice(end)];
}

/** Data, not a script: the policy prevents it from running. Without `<`, no content can end the element. */
function answersElement(answers: ReadonlyMap<string, string>): string {
  const pairs = [...answers].map(([address, json]) => `${JSON.stringify(address)}:${json}`);
  return `<script type="application/json" id="first-answers">{${pairs.join(",").replaceAll("<", "\\u003c")}}</script>`;
}
