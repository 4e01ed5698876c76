import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getImage, listImages } from "@parfocal/core/image/image.contract.ts";
import { labelWith } from "@parfocal/slides/testing/barcode-label.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { fixturesFolder } from "#testing/tiny-pyramid.ts";
import { adoptSlideFile } from "./adopt-slide-file.ts";
import { fillScanFacts } from "./image.queries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ intake: { readsLabelBarcodes: true } });
});
afterAll(() => server.close());

const ABOUT =
  "Aperio Image Library v12.0.15|AppMag = 20|MPP = 0.5|ScanScope ID = SS7042|Date = 12/29/09|Time = 09:59:15";

async function writeFixture(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(fixturesFolder(server.dataFolder), name);
  await writeFile(path, bytes);
  return path;
}

const scannedSlide = (about = ABOUT) =>
  writeFixture("scanned.svs", buildTiff({ pages: [rawPage(buildPicture(150, 110), { description: about })] }));

async function buildSchool() {
  const site = await buildSite(server);
  return {
    site,
    teacher: await buildUser(site, { role: "teacher" }),
    learner: await buildUser(site, { role: "learner" }),
  };
}

const facts = async (as: TestUser, { id }: Pick<TestSlide, "id">) =>
  (await sendCall(server, getImage, { as, params: { id: String(id) } })).answer.scanFacts;
const titlesFound = async (as: TestUser, q: string) =>
  (await sendCall(server, listImages, { as, query: { q } })).answer.map(({ title }) => title);

describe("scan data of a file", () => {
  it("is returned to content managers, and to others without patient data", async () => {
    const { site, teacher, learner } = await buildSchool();
    const slide = await buildSlide(site, { file: await scannedSlide() });
    expect(await facts(teacher, slide)).toEqual({
      scannerMaker: "Aperio",
      scannerModel: null,
      scannerSerial: "SS7042",
      scannedAt: "2009-12-29T09:59:15",
      objectivePower: 20,
      objectiveNa: null,
      stain: null,
      barcode: null,
      software: null,
    });
    expect(await facts(learner, slide)).toMatchObject({
      scannerMaker: "Aperio",
      scannerSerial: null,
      scannedAt: null,
      objectivePower: 20,
    });
  });

  it("finds its slide: by scanner, file name or barcode; within the site", async () => {
    const { site, teacher } = await buildSchool();
    const other = await buildSchool();
    const slide = await buildSlide(site, { file: await scannedSlide(`${ABOUT}|Barcode = H24.00731`), title: "Kidney" });
    await buildSlide(site, { title: "Liver" });
    await withSite(server.platform.database, site.id, (db) =>
      db
        .updateTable("slide_file")
        .set({ original_filename: "Case_31 100%.svs" })
        .where("id", "=", slide.slideFileId)
        .execute(),
    );
    for (const q of ["ss7042", "H24.0073", "case_31", "100%", "kidn", "Aperio"]) {
      expect(await titlesFound(teacher, q), q).toEqual(["Kidney"]);
      expect(await titlesFound(other.teacher, q), q).toEqual([]);
    }
    // An underscore is not a wildcard.
    expect(await titlesFound(teacher, "H24_00731")).toEqual([]);
  });

  it("is filled in for existing slides", async () => {
    const { site, teacher } = await buildSchool();
    await buildSlide(site, { file: await scannedSlide(`${ABOUT}|Barcode = OLD-1`), title: "Old" });
    const { database } = server.platform;
    await server.owner
      .updateTable("slide_file")
      .set({ scan_facts: null as never, barcode: null })
      .where("site_id", "=", site.id)
      .execute();
    expect(await titlesFound(teacher, "OLD-1")).toEqual([]);
    expect(await withSite(database, site.id, (db) => fillScanFacts(db, site.id, 10))).toBe(1);
    expect(await titlesFound(teacher, "OLD-1")).toEqual(["Old"]);
    expect(await withSite(database, site.id, (db) => fillScanFacts(db, site.id, 10))).toBe(0);
  });
});

describe("a barcode that is only on the label", () => {
  it("is read if the installation enables it", async () => {
    const { width, height, samples } = await labelWith("S12-34567 A1", "DataMatrix");
    const label = { width, height, segments: [samples], description: "label" };
    const pages = [rawPage(buildPicture(700, 500)), label];
    const path = await writeFixture("coded.tif", buildTiff({ pages }));
    const { site, teacher, learner } = await buildSchool();
    const id = await adoptSlideFile(server.platform, {
      siteId: site.id,
      path,
      filename: "coded.tif",
      sha256: "1".repeat(64),
      bytes: 1,
      parentId: await buildCourse(site),
      createdBy: teacher.id,
    });
    expect((await facts(teacher, { id }))?.barcode).toBe("S12-34567 A1");
    expect((await facts(learner, { id }))?.barcode).toBeNull();
    expect(await titlesFound(teacher, "34567")).toEqual(["coded"]);
  });
});
