import { getBox } from "@parfocal/core/box/box.contract.ts";
import { getImage, listImages } from "@parfocal/core/image/image.contract.ts";
import { listRelatedItems } from "@parfocal/core/related/related.contract.ts";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { fillDemoSite } from "./demo-site.ts";
import { DEMO_DETAILS } from "./demo-slide-details.ts";

let server: SharedTestServer;
let site: TestSite;
let learner: TestUser;
let params: { id: string };
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
  await withSite(server.platform.database, site.id, (db) => fillDemoSite(db, server.platform, site.id, "a password"));
  learner = await buildUser(site, { role: "learner" });
  const teacher = await buildUser(site, { role: "teacher" });
  const { answer } = await sendCall(server, listImages, { as: teacher, query: { q: "Kidney, cortex" } });
  params = { id: String(Math.min(...answer.map(({ id }) => id))) };
});

it("the demo kidney lists its organ first, and has a readable attached image", async () => {
  const { answer } = await sendCall(server, getImage, { as: learner, params });
  expect(answer.customFields.map(({ title, value, isPrimary }) => [title, value, isPrimary])).toEqual([
    ["Organ", "Kidney", true],
    ["Stain", "Hematoxylin and eosin", false],
    ["Keywords", "glomerulus, tubule, cortex", false],
  ]);
  const [attachment] = answer.attachments;
  expect(attachment).toMatchObject({ title: DEMO_DETAILS.attachmentTitle, kind: "image", mimeType: "image/png" });
  const file = await server.app.inject({ url: attachment?.src ?? "", headers: { "x-site-token": learner.token } });
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: "png", width: 480, height: 640 });
});

it("its content boxes are two tabs, whose texts are unchanged by sanitizing", async () => {
  const { answer } = await sendCall(server, getBox, { as: learner, params: { ...params, type: "image" } });
  expect(answer.tabs).toEqual(DEMO_DETAILS.tabs);
});

it("the other stain of the same organ is related to it", async () => {
  const { answer } = await sendCall(server, listRelatedItems, { as: learner, params });
  expect(answer.map(({ reason, because }) => [reason, because])).toContainEqual(["primaryField", "Kidney"]);
});
