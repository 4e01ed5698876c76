/** REL-11: one click, one effect. */
import { createAnnotation } from "@parfocal/core/annotation/annotation.contract.ts";
import { importAnnotations } from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import { createAttachment } from "@parfocal/core/attachment/attachment.contract.ts";
import { createCase } from "@parfocal/core/case/case.contract.ts";
import { createColourPreset } from "@parfocal/core/colour-preset/colour-preset.contract.ts";
import { createCourse } from "@parfocal/core/course/course.contract.ts";
import { createCustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { enroll } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { createFolder } from "@parfocal/core/folder/folder.contract.ts";
import { createExternalImage } from "@parfocal/core/image/image.contract.ts";
import { readExternalDescriptor } from "@parfocal/core/image/read-external-descriptor.ts";
import { NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { createNote } from "@parfocal/core/note/note.contract.ts";
import { createUpload } from "@parfocal/core/upload/upload.contract.ts";
import { createWorkGroup } from "@parfocal/core/work-group/work-group.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { SQUARE_WKT } from "#testing/build-annotation.ts";
import { PNG_HEAD } from "#testing/build-attachment.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildEnrollmentForm, TEST_ANSWERS } from "#testing/build-enrollment.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { formBody } from "#testing/form-body.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { withSite } from "../db/database.ts";
import { countViolations } from "../db/invariants.ts";
import { deleteOldKeys } from "./idempotency.ts";

const KEY = "6b0b4f0e-one-click";
const TILE_HOST = "slides.example.org";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildTeacher() {
  const site = await buildSite(server);
  return { site, teacher: await buildUser(site, { role: "teacher" }) };
}

const countItems = async (siteId: number) =>
  (await server.owner.selectFrom("item").select("id").where("site_id", "=", siteId).execute()).length;

describe("the same key, sent fifty times at once", () => {
  const table = {
    "POST /v2/course": "course",
    "POST /v2/folder": "placement",
    "POST /v2/annotation": "annotation",
    "POST /v2/annotation/item/{itemId}/import": "annotation",
    "POST /v2/case": "slide_case",
    "POST /v2/image/external": "image",
    "POST /v2/image/{id}/colourPreset": "colour_preset",
    "POST /v2/upload": "upload",
    "POST /v2/customField/": "custom_field",
    "POST /v2/attachment/": "attachment",
    "POST /v2/note": "note",
    "POST /v2/workgroups/": "work_group",
  } as const;

  async function sendFifty(
    contract:
      | typeof createCourse
      | typeof createFolder
      | typeof createAnnotation
      | typeof importAnnotations
      | typeof createCase
      | typeof createExternalImage
      | typeof createColourPreset
      | typeof createUpload
      | typeof createCustomField
      | typeof createAttachment
      | typeof createNote
      | typeof createWorkGroup,
  ) {
    const site = await buildSite(server);
    const teacher = await buildUser(site, { role: "administrator" });
    const isAboutSlide = (
      [createAnnotation, importAnnotations, createAttachment, createColourPreset, createNote] as unknown[]
    ).includes(contract);
    const imageId = isAboutSlide ? (await buildSlide(site)).id : 0;
    const courseId = contract === createCourse || isAboutSlide ? 0 : await buildCourse(site);
    const form =
      contract === importAnnotations
        ? formBody({}, { filename: "drawn.wkt", bytes: Buffer.from(SQUARE_WKT) })
        : formBody({ parentId: String(imageId) }, { filename: "gross.png", bytes: PNG_HEAD });
    await server.owner
      .updateTable("site")
      .set({ tile_source_hosts: [TILE_HOST] })
      .where("id", "=", site.id)
      .execute();
    const bodies = new Map<unknown, object>([
      [createCourse, { title: "Histology" }],
      [createFolder, { title: "Skin", parentId: courseId }],
      [createCase, { title: "Lupus", parentId: courseId }],
      [createAnnotation, { imageId, typeId: 211, title: "A tubule", geometry: SQUARE_WKT }],
      [
        createExternalImage,
        {
          title: "Liver",
          parentId: courseId,
          tileDataSourceType: "deepzoom",
          tilesDataSourceUrl: `https://${TILE_HOST}/liver.dzi`,
          facts: readExternalDescriptor(
            '<Image TileSize="254" Overlap="1" Format="jpg"><Size Width="1000" Height="900"/></Image>',
          ),
          micronsPerPixel: null,
        },
      ],
      [createColourPreset, { name: "Faded", colour: NEUTRAL_COLOUR }],
      [createUpload, { filename: "slide.svs", bytes: 12, parentId: courseId || null }],
      [createCustomField, { title: "Organ", postType: "sz-image", fieldType: "text" }],
      [createAttachment, form.body],
      [importAnnotations, form.body],
      [createNote, { imageId, content: "Look again" }],
      [createWorkGroup, { title: "Kidney team" }],
    ]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        sendCall(server, contract as typeof createCourse, {
          as: teacher,
          ...(contract === createColourPreset ? { params: { id: String(imageId) } as never } : {}),
          ...(contract === importAnnotations ? { params: { itemId: String(imageId) } as never } : {}),
          body: bodies.get(contract) as never,
          headers: { "idempotency-key": KEY, ...(Buffer.isBuffer(bodies.get(contract)) ? form.headers : {}) },
        }),
      ),
    );
    return { site, answers };
  }

  for (const contract of [
    createCourse,
    createFolder,
    createAnnotation,
    importAnnotations,
    createCase,
    createExternalImage,
    createColourPreset,
    createUpload,
    createCustomField,
    createAttachment,
    createNote,
    createWorkGroup,
  ]) {
    const name = `${contract.method} ${contract.path}` as keyof typeof table;
    it(`${name}: one row, fifty equal answers`, async () => {
      const { site, answers } = await sendFifty(contract);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ raw }) => JSON.stringify(sortKeys(raw.json())))).size).toBe(1);
      const made = name === "POST /v2/annotation" ? "annotation" : table[name];
      const { rows } = await sql`SELECT 1 FROM ${sql.table(made)} WHERE site_id = ${site.id}`.execute(server.owner);
      expect(rows).toHaveLength(1);
      const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
      expect(violations.filter(({ count }) => count > 0)).toEqual([]);
    });
  }
});

/** jsonb keeps no order of keys. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

describe("a key", () => {
  it("with another body is rejected with 422, and nothing is created", async () => {
    const { site, teacher } = await buildTeacher();
    const send = (title: string) =>
      sendCall(server, createCourse, { as: teacher, body: { title }, headers: { "idempotency-key": KEY } });
    expect((await send("Histology")).status).toBe(200);
    const other = await send("Pathology");
    expect(other.status).toBe(422);
    expect(await countItems(site.id)).toBe(1);
    expect((await send("Histology")).answer.title).toBe("Histology");
  });

  it("for another call is rejected with 422", async () => {
    const { teacher } = await buildTeacher();
    const headers = { "idempotency-key": KEY };
    await sendCall(server, createCourse, { as: teacher, body: { title: "Histology" }, headers });
    const other = await sendCall(server, createUpload, { as: teacher, body: { filename: "a.svs", bytes: 1 }, headers });
    expect(other.status).toBe(422);
  });

  it("for another object in the path is rejected with 422, never answered for the other object", async () => {
    const site = await buildSite(server);
    const learner = await buildUser(site, { role: "learner" });
    const parentId = await buildCourse(site);
    const userGroupId = await buildUserGroup(site, { title: "Semester 3" });
    const formIds = [
      await buildEnrollmentForm(site, { parentId, userGroupId, title: "Week 1" }),
      await buildEnrollmentForm(site, { parentId, userGroupId, title: "Week 2" }),
    ];
    const register = (id: number | undefined) =>
      sendCall(server, enroll, {
        as: learner,
        params: { id: String(id) },
        body: { fields: TEST_ANSWERS },
        headers: { "idempotency-key": KEY },
      });
    const first = await register(formIds[0]);
    expect([first.status, first.answer.title]).toEqual([200, "Week 1"]);
    const second = await register(formIds[1]);
    expect([second.status, second.failure.data]).toEqual([422, ["keyReused"]]);
    expect(second.failure.message).toMatch(/^This .*\.$/);
    const registered = await server.owner
      .selectFrom("enrollment")
      .select("form_id")
      .where("site_id", "=", site.id)
      .execute();
    expect(registered.map((row) => row.form_id)).toEqual([formIds[0]]);
    expect((await register(formIds[0])).answer).toEqual(first.answer);
  });

  it("of an annotation file for another slide is rejected with 422", async () => {
    const site = await buildSite(server);
    const teacher = await buildUser(site, { role: "teacher" });
    const form = formBody({}, { filename: "drawn.wkt", bytes: Buffer.from(SQUARE_WKT) });
    const take = async (itemId: number) => {
      const headers = { "idempotency-key": KEY, ...form.headers };
      const options = { as: teacher, params: { itemId: String(itemId) }, body: form.body, headers };
      return (await sendCall(server, importAnnotations, options as never)).status;
    };
    const slides = [await buildSlide(site), await buildSlide(site)];
    expect([await take(slides[0]?.id ?? 0), await take(slides[1]?.id ?? 0)]).toEqual([200, 422]);
  });

  it("identifies the same request, regardless of the order of fields and the spaces around its text", async () => {
    const { site, teacher } = await buildTeacher();
    const parentId = await buildCourse(site);
    const send = async (payload: string) => {
      const headers = { "x-site-token": teacher.token, "idempotency-key": KEY, "content-type": "application/json" };
      return (await server.app.inject({ method: "POST", url: "/api/v2/folder", headers, payload })).statusCode;
    };
    expect(await send(`{"title":"Skin","parentId":${parentId}}`)).toBe(200);
    const before = await countItems(site.id);
    expect(await send(`{ "parentId": ${parentId}, "title": " Skin " }`)).toBe(200);
    expect(await countItems(site.id)).toBe(before);
  });

  it("of one user is independent of the same key of another user", async () => {
    const { site, teacher } = await buildTeacher();
    const colleague = await buildUser(site, { role: "teacher" });
    for (const as of [teacher, colleague])
      await sendCall(server, createCourse, { as, body: { title: "Histology" }, headers: { "idempotency-key": KEY } });
    expect(await countItems(site.id)).toBe(2);
  });

  it("of a failed call can be used again", async () => {
    const { site, teacher } = await buildTeacher();
    const headers = { "idempotency-key": KEY };
    const failed = await sendCall(server, createFolder, {
      as: teacher,
      body: { title: "Skin", parentId: 4711 },
      headers,
    });
    expect(failed.status).toBe(400);
    const parentId = await buildCourse(site);
    expect(
      (await sendCall(server, createFolder, { as: teacher, body: { title: "Skin", parentId }, headers })).status,
    ).toBe(200);
  });

  it("expires after a day", async () => {
    const { site, teacher } = await buildTeacher();
    const send = () =>
      sendCall(server, createCourse, {
        as: teacher,
        body: { title: "Histology" },
        headers: { "idempotency-key": KEY },
      });
    await send();
    const { database } = server.platform;
    await withSite(database, site.id, (db) => deleteOldKeys(db, site.id));
    await send();
    expect(await countItems(site.id)).toBe(1);
    await sql`UPDATE idempotency SET created_at = now() - interval '24 hours 1 minute' WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
    await withSite(database, site.id, (db) => deleteOldKeys(db, site.id));
    await send();
    expect(await countItems(site.id)).toBe(2);
  });

  it("is answered with 409 and Retry-After while the first call is still running", async () => {
    const { site, teacher } = await buildTeacher();
    await withSite(server.platform.database, site.id, async (db) => {
      await db
        .insertInto("idempotency")
        .values({
          site_id: site.id,
          user_id: teacher.id,
          key: KEY,
          route: "POST /v2/course",
          request_sha256: "",
          status: null,
        })
        .execute();
      const { status, failure, raw } = await sendCall(server, createCourse, {
        as: teacher,
        body: { title: "Histology" },
        headers: { "idempotency-key": KEY },
      });
      expect(status).toBe(409);
      expect(failure.data).toEqual(["stillAtWork"]);
      expect(raw.headers["retry-after"]).toBe("1");
    });
  });

  for (const key of ["", "short", "x".repeat(201), "with blanks in it", "ümlaut-key"]) {
    it(`such as "${key.slice(0, 20)}" is rejected with 400`, async () => {
      const { site, teacher } = await buildTeacher();
      const { status } = await sendCall(server, createCourse, {
        as: teacher,
        body: { title: "Histology" },
        headers: { "idempotency-key": key },
      });
      expect(status).toBe(400);
      expect(await countItems(site.id)).toBe(0);
    });
  }
});
