import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, buildFolder, place } from "#testing/build-content.ts";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** Course: spleen, folder (liver, hidden heart, folder (lung)), kidney; the lung is in the course too. */
async function buildCollection() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site, { title: "Histology" });
  const spleen = await buildSlide(site, { title: "Spleen", parentId: courseId });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Week 1" });
  const liver = await buildSlide(site, { title: "Liver", parentId: folderId });
  const heart = await buildSlide(site, { title: "Heart", parentId: folderId, isActive: false });
  const innerId = await buildFolder(site, { parentId: folderId, title: "Inner" });
  const lung = await buildSlide(site, { title: "Lung", parentId: innerId, pixelSizeUm: null });
  const kidney = await buildSlide(site, { title: "Kidney", parentId: courseId });
  await buildSlide(site, { title: "Not ready", parentId: courseId, isProcessing: true });
  await place(site, { parentId: courseId, itemId: lung.id });
  const learner = await buildUser(site);
  const teacher = await buildUser(site, { role: "teacher" });
  return { site, courseId, folderId, innerId, slides: { spleen, liver, heart, lung, kidney }, learner, teacher };
}

interface Manifest {
  readonly id: string;
  readonly label: object;
  readonly items: { readonly id: string; readonly label: { readonly none: readonly string[] } }[];
}

const ask = (as: TestUser | null, path: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `/iiif/presentation/3/${path}`,
    headers: { ...(as ? { "x-site-token": as.token } : {}), ...headers },
  });
const labelsOf = (body: string) => (JSON.parse(body) as Manifest).items.map(({ label }) => label.none[0]);

describe("slides in reading order, each once", () => {
  it("of a course, including its folders", async () => {
    const { courseId, learner } = await buildCollection();
    const { body } = await ask(learner, `course/${courseId}/manifest.json`);
    expect(labelsOf(body)).toEqual(["Spleen", "Liver", "Lung", "Kidney"]);
    expect(JSON.parse(body)).toMatchObject({
      "@context": "http://iiif.io/api/presentation/3/context.json",
      id: `http://localhost:80/iiif/presentation/3/course/${courseId}/manifest.json`,
      type: "Manifest",
      label: { none: ["Histology"] },
    });
  });

  it("of a folder; content managers also see inactive slides", async () => {
    const { folderId, learner, teacher } = await buildCollection();
    expect(labelsOf((await ask(learner, `folder/${folderId}/manifest.json`)).body)).toEqual(["Liver", "Lung"]);
    expect(labelsOf((await ask(teacher, `folder/${folderId}/manifest.json`)).body)).toEqual(["Liver", "Heart", "Lung"]);
  });

  it("of one slide", async () => {
    const { slides, learner } = await buildCollection();
    expect(labelsOf((await ask(learner, `image/${slides.kidney.id}/manifest.json`)).body)).toEqual(["Kidney"]);
  });
});

it("a canvas has the slide's size, its image services and its pixel size", async () => {
  const { slides, learner } = await buildCollection();
  const { body } = await ask(learner, `image/${slides.liver.id}/manifest.json`);
  const service = `http://localhost:80/iiif/3/${slides.liver.id}`;
  const [canvas] = JSON.parse(body).items;
  expect(canvas).toMatchObject({
    type: "Canvas",
    width: 700,
    height: 500,
    metadata: [
      { label: { en: ["Objective"] }, value: { none: ["20×"] } },
      { label: { en: ["Pixel size"] }, value: { none: ["0.5 × 0.5 µm"] } },
    ],
    service: [{ profile: "http://iiif.io/api/annex/services/physdim", physicalScale: 0.0005, physicalUnits: "mm" }],
    thumbnail: [{ id: `${service}/full/!400,400/0/default.jpg` }],
  });
  const [annotation] = canvas.items[0].items;
  expect(annotation).toMatchObject({
    motivation: "painting",
    target: canvas.id,
    body: {
      id: `${service}/full/max/0/default.jpg`,
      width: 700,
      height: 500,
      service: [{ id: service, type: "ImageService3", profile: "level2" }],
    },
  });
  const [lung] = JSON.parse((await ask(learner, `image/${slides.lung.id}/manifest.json`)).body).items;
  expect(lung).not.toHaveProperty("service");
});

describe("is not found", () => {
  it("without access to the item, for another content type, and without a slide", async () => {
    const { site, courseId, folderId, slides, learner } = await buildCollection();
    const emptyId = await buildFolder(site, { parentId: courseId });
    const paths = [
      `image/${slides.heart.id}/manifest.json`,
      `course/${folderId}/manifest.json`,
      `folder/${emptyId}/manifest.json`,
      `quiz/${folderId}/manifest.json`,
      "folder/0/manifest.json",
      "folder/x/manifest.json",
    ];
    for (const path of paths) expect((await ask(learner, path)).statusCode, path).toBe(404);
  });

  it("for a folder in the bin", async () => {
    const { site, courseId, folderId, learner } = await buildCollection();
    await withSite(server.platform.database, site.id, (db) =>
      db
        .updateTable("item")
        .set({ deleted_at: new Date() })
        .where("site_id", "=", site.id)
        .where("id", "=", folderId)
        .execute(),
    );
    expect(labelsOf((await ask(learner, `course/${courseId}/manifest.json`)).body)).toEqual([
      "Spleen",
      "Kidney",
      "Lung",
    ]);
  });
});

describe("by a share's token", () => {
  it("a folder shows its active slides, and every URL carries the token", async () => {
    const { site, folderId, courseId, slides, teacher } = await buildCollection();
    const { token } = await buildShare(site, { createdBy: teacher, itemId: folderId, shareType: "folder" });
    const { body } = await ask(null, `folder/${folderId}/manifest.json?share=${token}`);
    expect(labelsOf(body)).toEqual(["Liver", "Lung"]);
    const manifest = JSON.parse(body);
    expect(manifest.id).toBe(`http://localhost:80/iiif/presentation/3/folder/${folderId}/manifest.json?share=${token}`);
    const service: string = manifest.items[0].items[0].items[0].body.service[0].id;
    expect(service).toBe(`http://localhost:80/iiif/3/${slides.liver.id}~${token}`);
    const info = await server.app.inject({ url: `${new URL(service).pathname}/info.json` });
    expect([info.statusCode, info.json().id]).toEqual([200, service]);
    expect((await ask(null, `course/${courseId}/manifest.json?share=${token}`)).statusCode).toBe(404);
  });

  it("hidden information is left out completely", async () => {
    const { site, folderId, slides, teacher } = await buildCollection();
    const options = { createdBy: teacher, shareType: "folder", hideSlideInformation: true } as const;
    const { token } = await buildShare(site, { ...options, itemId: folderId });
    const { body } = await ask(null, `folder/${folderId}/manifest.json?share=${token}`);
    for (const word of ["Liver", "Lung", "Week 1", "metadata", "Objective"]) expect(body).not.toContain(word);
    expect(labelsOf(body)).toEqual(["Slide 1", "Slide 2"]);
    expect(body).toContain(String(slides.liver.id));
    expect(body).toContain("physicalScale");
  });
});

it("a manifest that the viewer has cached is not sent again", async () => {
  const { courseId, learner } = await buildCollection();
  const { headers } = await ask(learner, `course/${courseId}/manifest.json`);
  const again = await ask(learner, `course/${courseId}/manifest.json`, { "if-none-match": String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});
