/**
 * Patient data of a file reaches only content managers: every call and every image, requested by all other people, for
 * slides with all types of patient data (docs/patient-data.md).
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type PrivateSlide,
  privateDicom,
  privateNdpi,
  privateOme,
  privateSvs,
} from "@parfocal/slides/testing/private-slides.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { adoptSlideFile } from "#image/adopt-slide-file.ts";
import { withSite } from "#platform/db/database.ts";
import { insertJob } from "#platform/jobs/job.queries.ts";
import { API_ROUTES, PICTURE_ROUTES } from "../app.ts";
import { buildShare } from "./build-share.ts";
import type { TestUser } from "./build-user.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import type { MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf } from "./send-call.ts";
import { type SharedTestServer, sharedTestServer } from "./test-server.ts";
import { fixturesFolder } from "./tiny-pyramid.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** A pseudonym, which may be a title. */
const TITLE = "Kidney";
const FILENAME = "SECRET-PATIENT 1931.svs";
const JOB_ERROR = "The file SECRET-ENTRY.dcm is not in this set.";

const SLIDES: Readonly<Record<string, () => PrivateSlide | Promise<PrivateSlide>>> = {
  SVS: privateSvs,
  NDPI: privateNdpi,
  DICOM: privateDicom,
  OME: privateOme,
};

/** A site with the slide in a folder, and a failed job on it. */
async function buildWorld(slide: PrivateSlide, name: string): Promise<MatrixWorld> {
  const world = await buildMatrixWorld(server);
  const { platform } = server;
  const path = join(fixturesFolder(server.dataFolder), `private-${name}`);
  await writeFile(path, slide.bytes);
  const { site, folderId, users } = world;
  const id = await adoptSlideFile(platform, {
    siteId: site.id,
    path,
    filename: FILENAME,
    sha256: "0".repeat(64),
    bytes: slide.bytes.length,
    parentId: folderId,
    createdBy: users.teacher.id,
    title: TITLE,
  });
  const row = await withSite(platform.database, site.id, async (db) => {
    const { slide_file_id: slideFileId } = await db
      .selectFrom("image")
      .select("slide_file_id")
      .where("site_id", "=", site.id)
      .where("item_id", "=", id)
      .executeTakeFirstOrThrow();
    const job = await insertJob(db, site.id, { kind: "completeLevels", subjectId: slideFileId });
    await db
      .updateTable("job")
      .set({ state: "failed", error: JOB_ERROR })
      .where("site_id", "=", site.id)
      .where("id", "=", job.id)
      .execute();
    return db.selectFrom("slide_file").selectAll().where("id", "=", slideFileId).executeTakeFirstOrThrow();
  });
  const placed = { id, slideFileId: row.id, parentId: folderId, version: row.version, path };
  return { ...world, slide: placed };
}

/** Requests without a body that would change something: all that can be read. */
const READING = [...API_ROUTES, ...PICTURE_ROUTES]
  .map(({ contract }) => contract)
  .filter(({ method }) => method === "GET");
const PICTURE_NAMES = ["label", "macro", "thumbnail"] as const;

/** The requests, by call: created once for a world, since nobody changes it. */
async function buildRequests(world: MatrixWorld): Promise<Map<string, MatrixRequest>> {
  const requests = new Map<string, MatrixRequest>();
  for (const contract of READING) {
    const key = `${contract.method} ${contract.path}`;
    requests.set(key, (await RIGHTS_MATRIX[key]?.request?.(world)) ?? {});
  }
  return requests;
}

interface Requests {
  readonly world: MatrixWorld;
  readonly requests: ReadonlyMap<string, MatrixRequest>;
}

async function ask(
  { world, requests }: Requests,
  as: TestUser | null,
  share: string | null,
): Promise<Map<string, Buffer>> {
  const answers = new Map<string, Buffer>();
  for (const contract of READING) {
    const key = `${contract.method} ${contract.path}`;
    const request = requests.get(key) ?? {};
    const params = request.params ?? {};
    const variants = "name" in params ? PICTURE_NAMES.map((name) => ({ ...params, name })) : [params];
    for (const variant of variants) {
      const { statusCode, rawPayload, headers } = await server.app.inject({
        method: "GET",
        url: addressOf(contract, variant),
        query: { ...request.query, ...(share === null ? {} : { share }) },
        headers: as ? { "x-site-token": as.token } : { "x-site-id": String(world.site.id) },
      });
      const name = `${key} ${"name" in variant ? variant.name : ""} ${statusCode}`;
      answers.set(name, Buffer.concat([Buffer.from(JSON.stringify(headers)), rawPayload]));
    }
  }
  const shared = await server.app.inject({ method: "GET", url: `/api/v2/share/${share}` });
  answers.set(`a share ${shared.statusCode}`, shared.rawPayload);
  return answers;
}

const OTHERS = ["learner", "expert", "guest of an open site", "guest with a link"] as const;

describe.each(Object.keys(SLIDES))("of a %s file", (format) => {
  let world: MatrixWorld;
  let requested: Requests;
  let secrets: readonly string[];
  beforeAll(async () => {
    const slide = await SLIDES[format]!();
    world = await buildWorld(slide, format);
    requested = { world, requests: await buildRequests(world) };
    secrets = [...slide.secrets, "SECRET-"];
    await server.owner.updateTable("site").set({ is_content_public: true }).where("id", "=", world.site.id).execute();
  });

  for (const who of OTHERS) {
    it(`a ${who} gets nothing that could name a patient`, async () => {
      const { teacher, learner, expert } = world.users;
      const share =
        who === "guest with a link"
          ? (await buildShare(world.site, { createdBy: teacher, itemId: world.courseId, shareType: "course" })).token
          : null;
      const answers = await ask(requested, who === "learner" ? learner : who === "expert" ? expert : null, share);
      const seen = [...answers.keys()].filter((name) => name.endsWith(" 200"));
      expect(seen.some((name) => name.includes("/tiles/{imageId}/{version}/{level}"))).toBe(true);
      expect(seen.filter((name) => name.includes("/associated/"))).toEqual([]);
      for (const part of ["/v2/radiology/{id}/series", "/instance/{number}", "/{version}/thumbnail/{number}"])
        expect(seen.filter((name) => name.includes(part))).toHaveLength(1);
      for (const [name, payload] of answers) {
        expect(
          secrets.filter((secret) => payload.includes(secret)),
          name,
        ).toEqual([]);
      }
    });
  }

  it("content managers see it", async () => {
    const answers = await ask(requested, world.users.teacher, null);
    const ownAnswer = answers.get("GET /v2/image/{id}  200")!.toString();
    expect(ownAnswer).toContain(FILENAME);
    expect(answers.get("GET /v2/radiology/{id}/series  200")!.toString()).toContain("SECRET-DESCRIPTION");
    expect(ownAnswer).toContain(JOB_ERROR);
    expect(secrets.filter((secret) => ownAnswer.includes(secret)).length).toBeGreaterThan(1);
  });
});
