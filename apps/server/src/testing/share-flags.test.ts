/**
 * SEC-04: each combination of the flags of a share, in each state, on each call that reads by its token. Hidden data
 * contains a word that is nowhere else and is searched for in the whole response.
 */
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { withSite } from "#platform/db/database.ts";
import type { Route } from "#platform/http/route.ts";
import { buildAnnotation } from "./build-annotation.ts";
import { buildAttachment } from "./build-attachment.ts";
import { buildCase } from "./build-case.ts";
import { buildCourse, buildFolder } from "./build-content.ts";
import { buildCustomField } from "./build-custom-field.ts";
import { buildEmbed, buildTextbook } from "./build-embed.ts";
import { addressOfMedia, buildMedia } from "./build-media.ts";
import { buildPage } from "./build-page.ts";
import { buildQuiz } from "./build-quiz.ts";
import { buildRadiology } from "./build-radiology.ts";
import { buildShare } from "./build-share.ts";
import { buildSite, type TestSite } from "./build-site.ts";
import { buildSlide } from "./build-slide.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { buildUserGroup } from "./build-user-group.ts";
import { buildWorkGroup } from "./build-work-group.ts";
import { labelledSlide } from "./labelled-slide.ts";
import { addressOf } from "./send-call.ts";
import { type SharedTestServer, sharedTestServer } from "./test-server.ts";
import { RIGHTS_ROUTES } from "./try-rights.ts";

const INFORMATION = "zyxinformation";
const ANNOTATION = "zyxannotation";
const NEVER = "zyxnever";

let server: SharedTestServer;
let world: World;
beforeAll(async () => {
  server = await sharedTestServer();
  world = await buildWorld();
});

type World = Awaited<ReturnType<typeof buildWorld>>;

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher", displayName: NEVER });
  const suspended = await buildUser(site, { role: "teacher", isSuspended: true });
  const learner = await buildUser(site);
  const courseId = await buildCourse(site, { title: NEVER });
  const folderId = await buildFolder(site, { parentId: courseId, title: INFORMATION });
  // Learners no longer have access to the folder.
  await buildUserGroup(site, { resourceIds: [folderId] });
  const file = await labelledSlide(server);
  const slide = await buildSlide(site, { parentId: folderId, title: INFORMATION, file });
  const texts = { subtitle: INFORMATION, summary: INFORMATION, description: INFORMATION, tags: [INFORMATION] };
  const caseId = await buildCase(site, { parentId: folderId, title: INFORMATION, diagnosis: INFORMATION });
  await asSite(site, (db) => db.updateTable("item").set(texts).where("id", "in", [slide.id, caseId]).execute());
  await asSite(site, (db) =>
    db.updateTable("slide_file").set({ original_filename: NEVER }).where("id", "=", slide.slideFileId).execute(),
  );
  await buildCustomField(site, { title: INFORMATION, isPrimary: true, values: { [slide.id]: INFORMATION } });
  const inCase = await buildSlide(site, { parentId: caseId, title: INFORMATION, file });
  const pageId = await buildPage(site, { parentId: folderId, title: INFORMATION, content: `<p>${INFORMATION}</p>` });
  const embedId = await buildEmbed(site, { parentId: folderId });
  const textbookId = await buildTextbook(site, { parentId: folderId, title: INFORMATION, filename: `${NEVER}.pdf` });
  const radiology = await buildRadiology(site, { parentId: folderId, title: INFORMATION });
  await asSite(site, (db) =>
    db.updateTable("radiology_series").set({ description: NEVER }).where("site_id", "=", site.id).execute(),
  );
  const media = await addressOfMedia(site, await buildMedia(site));
  const workGroupId = await buildWorkGroup(site, { owner: teacher });
  await buildAnnotation(site, { slide, author: teacher, title: ANNOTATION });
  await buildAnnotation(site, { slide, author: learner, title: NEVER });
  await buildAnnotation(site, { slide, author: teacher, title: NEVER, workGroupId });
  await buildAttachment(site, { imageId: slide.id, title: NEVER });
  await buildFolder(site, { parentId: folderId, title: NEVER, isActive: false });
  await buildSlide(site, { parentId: caseId, title: NEVER, isActive: false, file });
  await buildPage(site, { parentId: courseId, title: NEVER });
  await buildQuiz(site, { parentId: folderId, questions: [] });
  const { id: otherSiteId } = await buildSite(server);
  return {
    site,
    otherSiteId,
    teacher,
    suspended,
    learner,
    courseId,
    folderId,
    caseId,
    slide,
    inCase,
    pageId,
    embedId,
    textbookId,
    radiology,
    media,
  };
}

const asSite = <Result>(site: TestSite, work: Parameters<typeof withSite<Result>>[2]) =>
  withSite(site.server.platform.database, site.id, work);

interface Sent {
  readonly params?: object;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Status of an open share; omitted: 200. */
  readonly status?: number;
  /** The same if slide information is hidden. */
  readonly statusIfHidden?: number;
}

const pictureOf = ({ slide }: World) => ({ imageId: slide.id, version: slide.version });

/** How each call is sent for the content of the shared folder. */
const READS: Readonly<Record<string, (world: World, token: string) => Sent>> = {
  "GET /v2/share/{token}": (_, token) => ({ params: { token } }),
  "GET /v2/share/{token}/items": (_, token) => ({ params: { token } }),
  "GET /v2/image/{id}": ({ slide }) => ({ params: { id: slide.id } }),
  "GET /v2/case/{id}": ({ caseId }) => ({ params: { id: caseId } }),
  "GET /v2/staticpages/{id}": ({ pageId }) => ({ params: { id: pageId }, statusIfHidden: 404 }),
  "GET /v2/embed/{id}": ({ embedId }) => ({ params: { id: embedId }, statusIfHidden: 404 }),
  "GET /v2/textbook/{id}": ({ textbookId }) => ({ params: { id: textbookId }, statusIfHidden: 404 }),
  "GET /textbook/{id}/document": ({ textbookId }) => ({ params: { id: textbookId }, statusIfHidden: 404 }),
  "GET /v2/radiology/{id}": ({ radiology: { id } }) => ({ params: { id }, statusIfHidden: 404 }),
  "GET /v2/radiology/{id}/series": ({ radiology: { id } }) => ({ params: { id }, statusIfHidden: 404 }),
  "GET /radiology/{id}/{version}/instance/{number}": ({ radiology }) => ({
    params: { ...radiology, number: 1 },
    statusIfHidden: 404,
  }),
  "GET /radiology/{id}/{version}/thumbnail/{number}": ({ radiology }) => ({
    params: { ...radiology, number: 1 },
    statusIfHidden: 404,
  }),
  "GET /v2/media/{id}/{key}/file": ({ media }) => ({ params: media }),
  "GET /v2/media/{id}/{key}/thumbnail": ({ media }) => ({ params: media }),
  "GET /v2/annotation/types": () => ({}),
  "GET /v2/annotation/item/{itemId}": ({ slide }) => ({ params: { itemId: slide.id }, query: { query: "all" } }),
  "POST /v2/annotation/slide/{id}/": ({ slide }) => ({ params: { id: slide.id }, body: { query: "all" } }),
  "GET /v2/customField/item/{itemId}/{type}": ({ slide }) => ({ params: { itemId: slide.id, type: "image" } }),
  "GET /tiles/{imageId}/{version}/{level}/{x}/{y}": (of) => ({ params: { ...pictureOf(of), level: 0, x: 0, y: 0 } }),
  "GET /tiles/{imageId}/{version}/thumbnail": (of) => ({ params: pictureOf(of) }),
  "GET /tiles/{imageId}/thumbnail/{id}": (of) => ({ params: { ...pictureOf(of), id: 1 }, status: 404 }),
  // A label can name a patient.
  "GET /tiles/{imageId}/{version}/associated/{name}": (of) => ({ params: pictureOf(of), status: 404 }),
  "GET /deepzoom/{descriptor}": ({ slide }) => ({ params: { descriptor: `${slide.id}.dzi` } }),
  "GET /deepzoom/{folder}/{level}/{tile}": ({ slide }) => ({ params: { folder: `${slide.id}_files`, level: 3 } }),
  "GET /iiif/3/{identifier}": ({ slide }) => ({ params: { identifier: slide.id }, status: 303 }),
  "GET /iiif/3/{identifier}/info.json": ({ slide }) => ({ params: { identifier: slide.id } }),
  "GET /iiif/3/{identifier}/{region}/{size}/{rotation}/{file}": ({ slide }) => ({
    params: { identifier: slide.id, size: "20," },
  }),
  "GET /iiif/presentation/3/{kind}/{id}/manifest.json": ({ caseId }) => ({ params: { kind: "case", id: caseId } }),
};

const nameOf = ({ contract }: Route) => `${contract.method} ${contract.path}`;
const readsShare = ({ contract: { query, path, method } }: Route) =>
  (query instanceof z.ZodObject && "share" in query.shape) ||
  (method === "GET" && path.startsWith("/v2/share/{token}"));
const ROUTES = RIGHTS_ROUTES.filter(readsShare);

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly expected: Sent;
}

async function read(route: Route, token: string, as: TestUser | null = null): Promise<Answer> {
  const expected = READS[nameOf(route)]?.(world, token) ?? {};
  const { params, query, body } = expected;
  const isInPath = route.contract.path.includes("{token}");
  const raw = await server.app.inject({
    method: route.contract.method as "GET" | "POST",
    url: addressOf(route.contract, params),
    query: { ...query, ...(isInPath ? {} : { share: token }) },
    headers: as ? { "x-site-token": as.token } : {},
    ...(body ? { payload: body } : {}),
  });
  return { status: raw.statusCode, text: JSON.stringify(raw.headers) + raw.body, expected };
}

interface Flags {
  readonly requireAuth: boolean;
  readonly hideAnnotations: boolean;
  readonly hideSlideInformation: boolean;
  readonly hideToolbar: boolean;
}
const COMBINATIONS = Array.from(
  { length: 2 ** 4 },
  (_, bits): Flags => ({
    requireAuth: (bits & 1) > 0,
    hideAnnotations: (bits & 2) > 0,
    hideSlideInformation: (bits & 4) > 0,
    hideToolbar: (bits & 8) > 0,
  }),
);

const NO_FLAG = COMBINATIONS[0] as Flags;

const setNames = (flags: Flags) =>
  Object.entries(flags)
    .filter(([, isSet]) => isSet)
    .map(([name]) => name)
    .join(", ") || "no flag";

const folderShare = (flags: Flags, more: Partial<Parameters<typeof buildShare>[1]> = {}) =>
  buildShare(world.site, {
    createdBy: world.teacher,
    itemId: world.folderId,
    shareType: "folder",
    ...flags,
    ...more,
  });

/** Each returns the token of a share that opens nothing. */
const CLOSED: Readonly<Record<string, (flags: Flags) => Promise<string>>> = {
  inactive: async (flags) => (await folderShare(flags, { isActive: false })).token,
  expired: async (flags) => (await folderShare(flags, { expirationDate: "2020-01-31 12:00:00" })).token,
  "of a suspended creator": async (flags) => (await folderShare(flags, { createdBy: world.suspended })).token,
  "of a creator who lost access": async (flags) => (await folderShare(flags, { createdBy: world.learner })).token,
};
/** The same for deleted or unknown shares: they have no flags. */
const GONE: Readonly<Record<string, (flags: Flags) => Promise<string>>> = {
  async deleted() {
    const { id, token } = await folderShare(NO_FLAG);
    await asSite(world.site, (db) => db.deleteFrom("share").where("id", "=", id).execute());
    return token;
  },
  "with another site's number": async () =>
    (await folderShare(NO_FLAG)).token.replace(/^\d+/, String(world.otherSiteId)),
  unknown: async () => `${world.site.id}.${"A".repeat(32)}`,
};

it("lists how each call that accepts a token is sent, and each contract declares it", () => {
  expect(ROUTES.map(nameOf).sort()).toEqual(Object.keys(READS).sort());
  const inQuery = ROUTES.filter(({ contract }) => !contract.path.includes("{token}"));
  expect(inQuery.filter(({ contract }) => !contract.acceptsShare).map(nameOf)).toEqual([]);
  expect(RIGHTS_ROUTES.filter(({ contract }) => contract.acceptsShare).length).toBe(inQuery.length);
});

for (const flags of COMBINATIONS) {
  it(`open, with ${setNames(flags)}: each call shows what it should, and nothing hidden`, async () => {
    const { token } = await folderShare(flags);
    const as = flags.requireAuth ? world.learner : null;
    let all = "";
    const answers = await Promise.all(ROUTES.map((route) => read(route, token, as)));
    for (const [index, { status, text, expected }] of answers.entries()) {
      const expectedStatus =
        (flags.hideSlideInformation ? expected.statusIfHidden : undefined) ?? expected.status ?? 200;
      expect(status, nameOf(ROUTES[index] as Route)).toBe(expectedStatus);
      all += text;
    }
    const asGuest = flags.requireAuth ? await Promise.all(ROUTES.map((route) => read(route, token))) : [];
    for (const { status, text, expected } of asGuest) {
      expect(status, text).toBe((flags.hideSlideInformation ? expected.statusIfHidden : undefined) ?? 401);
      for (const word of [INFORMATION, ANNOTATION, NEVER]) expect(text).not.toContain(word);
    }
    expect(all).not.toContain(NEVER);
    expect(all.includes(ANNOTATION), "annotations").toBe(!flags.hideAnnotations);
    expect(all.includes(INFORMATION), "slide information").toBe(!flags.hideSlideInformation);
  });
}

describe("closed: each call has the same answer, whatever the state and the flags", () => {
  const bodies = new Map<string, Set<string>>();
  const readAll = async (token: string) => {
    const answers = await Promise.all(ROUTES.map((route) => read(route, token)));
    for (const [index, { status, text }] of answers.entries()) {
      const name = nameOf(ROUTES[index] as Route);
      expect(status, name).toBe(404);
      const body = text.slice(text.indexOf("}{") + 1).replace(/"requestId":"[^"]*"/, "");
      bodies.set(name, (bodies.get(name) ?? new Set()).add(body));
    }
  };
  for (const [state, tokenOf] of Object.entries(CLOSED))
    it(state, async () => {
      for (const flags of COMBINATIONS) await readAll(await tokenOf(flags));
    });
  for (const [state, tokenOf] of Object.entries(GONE)) it(state, async () => readAll(await tokenOf(NO_FLAG)));

  it("with one body for all", () => {
    expect([...bodies.keys()].sort()).toEqual(Object.keys(READS).sort());
    for (const [name, different] of bodies) expect([...different], name).toHaveLength(1);
  });

  it("after the same number of statements, so that the response time reveals nothing", async () => {
    const counts: Record<string, number> = {};
    const route = ROUTES.find((each) => nameOf(each) === "GET /v2/image/{id}") as Route;
    for (const [state, tokenOf] of Object.entries({ ...CLOSED, deleted: GONE.deleted, unknown: GONE.unknown })) {
      const token = await tokenOf?.(NO_FLAG);
      const query = vi.spyOn(pg.Client.prototype, "query");
      await read(route, token ?? "");
      counts[state] = query.mock.calls.length;
      query.mockRestore();
    }
    expect(new Set(Object.values(counts)).size, JSON.stringify(counts)).toBe(1);
  });
});

it("the number of a share opens nothing, nor does a token for items beside the shared one", async () => {
  const { site, teacher, slide, inCase, caseId, courseId, learner } = world;
  const ofCase = await buildShare(site, { createdBy: teacher, itemId: caseId, shareType: "case" });
  const ofSlide = await buildShare(site, { createdBy: teacher, itemId: slide.id });
  const statusOf = async (url: string, as: TestUser | null = null) =>
    (await server.app.inject({ url, headers: as ? { "x-site-token": as.token } : {} })).statusCode;
  for (const as of [null, learner, teacher])
    for (const text of [ofSlide.id, `${site.id}.${ofSlide.id}`, ""])
      expect(await statusOf(`/api/v2/image/${slide.id}?share=${text}`, as), String(text)).toBe(404);
  expect(await statusOf(`/api/v2/share/${ofSlide.id}`)).toBe(404);
  const seen = [
    `/api/v2/image/${slide.id}?share=${ofSlide.token}`,
    `/api/v2/image/${inCase.id}?share=${ofCase.token}`,
    `/api/v2/case/${caseId}?share=${ofCase.token}`,
  ];
  for (const url of seen) expect(await statusOf(url), url).toBe(200);
  const unseen = [
    `/api/v2/image/${inCase.id}?share=${ofSlide.token}`,
    `/api/v2/image/${slide.id}?share=${ofCase.token}`,
    `/api/v2/case/${caseId}?share=${ofSlide.token}`,
    `/api/v2/share/${ofSlide.token}/items`,
    `/api/v2/share/${ofCase.token}/items`,
    `/api/v2/share/${ofCase.token}/items?parent=${courseId}`,
  ];
  // Also for the teacher, who sees everything without the token.
  for (const url of unseen) for (const as of [null, teacher]) expect(await statusOf(url, as), url).toBe(404);
});

it("radiology by a token: URLs with the token, hidden series for nobody, not even for a signed-in manager", async () => {
  const { site, teacher, radiology, learner } = world;
  const { id, version } = radiology;
  const { token } = await folderShare(NO_FLAG);
  const get = (url: string, as: TestUser | null = null) =>
    server.app.inject({ url, headers: as ? { "x-site-token": as.token } : {} });
  const { instanceUrl, series } = (await get(`/api/v2/radiology/${id}/series?share=${token}`)).json();
  expect(instanceUrl).toBe(`/radiology/${id}/${version}/instance/{n}?share=${token}`);
  expect(series).toMatchObject([
    { description: null, thumbnail: `/radiology/${id}/${version}/thumbnail/1?share=${token}` },
  ]);
  const item = (await get(`/api/v2/radiology/${id}?share=${token}`, teacher)).json();
  expect(item).toMatchObject({ userCanEdit: false, ignoredCount: null, thumbnail: series[0].thumbnail });
  const cards = (await get(`/api/v2/share/${token}/items`)).json().items as { id: number }[];
  expect(cards.find((card) => card.id === id)).toMatchObject({ isShown: true, thumbnail: series[0].thumbnail });

  const picture = instanceUrl.replace("{n}", "1");
  const first = await get(picture);
  expect([first.statusCode, first.headers["content-type"]]).toEqual([200, "application/dicom"]);
  const other = await folderShare(NO_FLAG);
  const ofOther = await get(picture.replace(token, other.token));
  expect(ofOther.headers.etag).not.toBe(first.headers.etag);

  const setHidden = (isHidden: boolean) =>
    asSite(site, (db) =>
      db.updateTable("radiology_series").set({ is_hidden: isHidden }).where("study_id", "=", version).execute(),
    );
  await setHidden(true);
  for (const as of [null, learner, teacher]) {
    expect((await get(`/api/v2/radiology/${id}/series?share=${token}`, as)).json().series).toEqual([]);
    expect((await get(picture, as)).statusCode).toBe(404);
    expect((await get(series[0].thumbnail, as)).statusCode).toBe(404);
  }
  await setHidden(false);
});
