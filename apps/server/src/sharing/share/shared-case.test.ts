/** A share of a case: its active slides with all their images, and nothing else. */
import { getManifest } from "@parfocal/core/iiif/iiif.contract.ts";
import { createExternalImage } from "@parfocal/core/image/image.contract.ts";
import { readExternalDescriptor } from "@parfocal/core/image/read-external-descriptor.ts";
import { createShare, getShare } from "@parfocal/core/share/share.contract.ts";
import { getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { updateTileSourceHosts } from "#site/site.queries.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { addressOf, sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** HE and an inactive PAS are only in the case; silver is beside it. */
async function buildSharedCase() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const caseId = await buildCase(site, {
    parentId: courseId,
    title: "A secret case",
    diagnosis: "A secret diagnosis",
    layout: { columns: 3, rows: 1 },
  });
  const he = await buildSlide(site, { parentId: caseId, title: "A secret stain" });
  const pas = await buildSlide(site, { parentId: caseId, isActive: false });
  const silver = await buildSlide(site, { parentId: courseId });
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  return { site, courseId, caseId, he, pas, silver, teacher, learner };
}

const readShare = (token: string, as: TestUser | null = null) => sendCall(server, getShare, { as, params: { token } });

async function statusesOf(token: string, { id, version }: TestSlide): Promise<number[]> {
  const addresses = [
    addressOf(getTile, { imageId: id, version, level: 0, x: 0, y: 0 }),
    addressOf(getThumbnail, { imageId: id, version }),
    addressOf(getManifest, { kind: "image", id }),
  ];
  return Promise.all(
    addresses.map(async (url) => (await server.app.inject({ url, query: { share: token } })).statusCode),
  );
}

it("is created by anyone who can see the case, and opens only its active slides", async () => {
  const { courseId, caseId, he, pas, silver, teacher, learner } = await buildSharedCase();
  for (const as of [learner, teacher]) {
    const { status, answer } = await sendCall(server, createShare, {
      as,
      body: { shareType: "case", itemId: caseId },
    });
    expect(status).toBe(200);
    expect(await statusesOf(answer.token, he)).toEqual([200, 200, 200]);
    expect(await statusesOf(answer.token, pas)).toEqual([404, 404, 404]);
    expect(await statusesOf(answer.token, silver)).toEqual([404, 404, 404]);
    const { answer: opened } = await readShare(answer.token);
    expect(opened).toMatchObject({ shareType: "case", itemId: caseId, slideInformation: null });
    expect(opened.case?.items.map(({ id }) => id)).toEqual([he.id]);
  }
  const asCase = (itemId: number) =>
    sendCall(server, createShare, { as: learner, body: { shareType: "case", itemId } });
  for (const itemId of [courseId, he.id]) expect((await asCase(itemId)).status).toBe(404);
  const asSlide = await sendCall(server, createShare, { as: learner, body: { shareType: "slide", itemId: caseId } });
  expect(asSlide.status).toBe(404);
});

it("reports the positions of the slides, with URLs that carry the token", async () => {
  const { site, caseId, he, teacher } = await buildSharedCase();
  const { token } = await buildShare(site, { createdBy: teacher, itemId: caseId, shareType: "case" });
  const { answer } = await readShare(token);
  expect(answer).toMatchObject({
    title: "A secret case",
    case: {
      layout: { columns: 3, rows: 1 },
      isBound: false,
      diagnosis: "A secret diagnosis",
      collapseDiagnosis: false,
      items: [{ id: he.id, title: "A secret stain", isActive: true, center: null, boundPoints: [] }],
    },
  });
  const [slide] = answer.case?.items ?? [];
  const tile = slide?.slideInformation?.tilesMapUrl?.replace("{z}", "0").replace("{x}", "0").replace("{y}", "0");
  for (const url of [tile, slide?.thumbnail, answer.thumbnail])
    expect((await server.app.inject({ url: url ?? "" })).statusCode, url ?? "").toBe(200);
});

it("omits completely what it hides", async () => {
  const { site, caseId, teacher } = await buildSharedCase();
  const options = { createdBy: teacher, itemId: caseId, shareType: "case", hideSlideInformation: true } as const;
  const { token } = await buildShare(site, options);
  const { answer, raw } = await readShare(token, teacher);
  expect(raw.body).not.toContain("secret");
  expect(answer.case?.items[0]?.slideInformation?.width).toBe(700);
});

it("an external slide is shown without revealing the token to its server", async () => {
  const { site, teacher } = await buildSharedCase();
  await withSite(server.platform.database, site.id, (db) => updateTileSourceHosts(db, site.id, ["slides.example.org"]));
  const { answer: external } = await sendCall(server, createExternalImage, {
    as: teacher,
    body: {
      title: "Liver",
      parentId: await buildCourse(site),
      tileDataSourceType: "deepzoom",
      tilesDataSourceUrl: "https://slides.example.org/liver.dzi",
      facts: readExternalDescriptor(
        '<Image TileSize="254" Overlap="1" Format="jpg"><Size Width="1000" Height="900"/></Image>',
      ),
      micronsPerPixel: 0.25,
    },
  });
  const other = await buildCase(site, { items: [{ id: external.id }] });
  const { token } = await buildShare(site, { createdBy: teacher, itemId: other, shareType: "case" });
  const { answer } = await readShare(token);
  expect(answer.case?.items[0]?.thumbnail).toMatch(/^https:\/\/slides\.example\.org\//);
  expect(JSON.stringify(answer)).not.toContain(token.split(".")[1]);
});

it("in a shared folder, a case's active slides are shown too", async () => {
  const { site, courseId, he, pas, teacher } = await buildSharedCase();
  const { token } = await buildShare(site, { createdBy: teacher, itemId: courseId, shareType: "folder" });
  expect(await statusesOf(token, he)).toEqual([200, 200, 200]);
  expect(await statusesOf(token, pas)).toEqual([404, 404, 404]);
});

it("a case has its manifest: the active slides in order, all slides for content managers", async () => {
  const { site, caseId, teacher, learner } = await buildSharedCase();
  const { token } = await buildShare(site, { createdBy: teacher, itemId: caseId, shareType: "case" });
  const labels = async (as: TestUser | null, query: Record<string, string> = {}) => {
    const { body } = await server.app.inject({
      url: addressOf(getManifest, { kind: "case", id: caseId }),
      query,
      headers: as ? { "x-site-token": as.token } : {},
    });
    return (JSON.parse(body) as { items: { label: { none: string[] } }[] }).items.map(({ label }) => label.none[0]);
  };
  expect(await labels(learner)).toEqual(["A secret stain"]);
  expect(await labels(teacher)).toEqual(["A secret stain", "Kidney, HE"]);
  expect(await labels(null, { share: token })).toEqual(["A secret stain"]);
});
