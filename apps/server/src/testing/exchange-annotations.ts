/** Export and import of a slide's annotations as a file, with the requests of the web app. */
import { listAnnotations } from "@parfocal/core/annotation/annotation.contract.ts";
import {
  exportAnnotations,
  importAnnotations,
} from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import { buildSite } from "./build-site.ts";
import { buildSlide, type TestSlide } from "./build-slide.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { formBody } from "./form-body.ts";
import { sendCall } from "./send-call.ts";
import type { SharedTestServer } from "./test-server.ts";

/** A site with one slide, an expert and two learners. */
export async function buildExchangeWorld(server: SharedTestServer) {
  const site = await buildSite(server);
  const slide = await buildSlide(site);
  const users = {
    expert: await buildUser(site, { role: "expert" }),
    learner: await buildUser(site, { role: "learner" }),
    otherLearner: await buildUser(site, { role: "learner" }),
  };
  return { site, slide, ...users };
}

/** @param fields of the form, in addition to the file. */
export function sendFileTo(
  slide: TestSlide,
  { server, as }: { readonly server: SharedTestServer; readonly as: TestUser | null },
  file: string | Buffer,
  { fields = {}, key }: { readonly fields?: Record<string, string>; readonly key?: string } = {},
) {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const { body, headers } = formBody(fields, { filename: "drawn.geojson", bytes });
  return sendCall(server, importAnnotations, {
    as,
    params: { itemId: String(slide.id) },
    body: body as never,
    headers: { ...headers, ...(key === undefined ? {} : { "idempotency-key": key }) },
  });
}

export const askFileOf = (
  slide: TestSlide,
  { server, as }: { readonly server: SharedTestServer; readonly as: TestUser | null },
  query: Readonly<Record<string, string>> = {},
) => sendCall(server, exportAnnotations, { as, params: { itemId: String(slide.id) }, query: query as never });

export const listedOn = async (
  slide: TestSlide,
  { server, as }: { readonly server: SharedTestServer; readonly as: TestUser },
) =>
  (await sendCall(server, listAnnotations, { as, params: { itemId: String(slide.id) }, query: { query: "all" } }))
    .answer;
