import { listAnnotations } from "@parfocal/core/annotation/annotation.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { buildDicom } from "@parfocal/slides/testing/build-dicom.ts";
import { ANNOTATIONS, nativeSlide } from "@parfocal/slides/testing/build-dicom-slide.ts";
import { buildZip } from "@parfocal/slides/testing/build-zip.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { sendFile } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await server.startJobs();
});
afterAll(() => server.close());

const group = (GraphicType: string, points: readonly number[], more = {}) => ({
  GraphicType,
  AnnotationGroupLabel: "Tumour",
  DoublePointCoordinatesData: points,
  ...more,
});

/** A slide of 150 x 110 px with five shapes: one of them far outside, one self-intersecting. */
function slideWithAnnotations(isCompressed: boolean): Buffer {
  const annotations = buildDicom({
    elements: {
      SOPClassUID: ANNOTATIONS,
      AnnotationCoordinateType: "2D",
      AnnotationGroupSequence: [
        group("POINT", [10, 20, 90_000, 20]),
        group("POLYLINE", [0, 0, 30, 40], { LongPrimitivePointIndexList: [1] }),
        group("RECTANGLE", [5, 5, 25, 5, 25, 15, 5, 15]),
        group("POLYGON", [40, 40, 60, 60, 60, 40, 40, 60], { LongPrimitivePointIndexList: [1] }),
      ],
    },
  });
  const files = { "level.dcm": nativeSlide(buildPicture(150, 110)), "drawn.dcm": annotations };
  return buildZip({
    entries: Object.entries(files).map(([name, contents]) => ({ name, contents, isDeflated: isCompressed })),
  });
}

// The file is read, and repacked, in separate processes.
describe("annotations in a slide file", { timeout: 90_000 }, () => {
  for (const isCompressed of [false, true]) {
    it(`become annotations of the uploader, ${isCompressed ? "also if the zip has to be repacked" : "except those far outside"}`, async () => {
      const site = await buildSite(server);
      const teacher = await buildUser(site, { role: "teacher" });
      const bytes = slideWithAnnotations(isCompressed);
      const { imageId, error } = await sendFile(server, teacher, bytes, { filename: "slide.zip" });
      expect(error).toBeNull();
      const params = { id: String(imageId) };
      const stateOf = async () => (await sendCall(server, getImage, { as: teacher, params })).answer.state;
      await expect.poll(stateOf, { timeout: 60_000 }).toBe("ready");
      const list = { as: teacher, params: { itemId: String(imageId) } };
      const { answer } = await sendCall(server, listAnnotations, list);
      expect(
        answer.map(({ title, geometry, order, isStudent, isUserOwner }) => [
          title,
          geometry,
          order,
          isStudent,
          isUserOwner,
        ]),
      ).toEqual([
        ["Tumour", "POINT (10 20)", 1, false, true],
        ["Tumour", "LINESTRING (0 0, 30 40)", 2, false, true],
        ["Tumour", "POLYGON ((5 5, 25 5, 25 15, 5 15, 5 5))", 3, false, true],
        // It has no area: stored as a line.
        ["Tumour", "LINESTRING (40 40, 60 60, 60 40, 40 60, 40 40)", 4, false, true],
      ]);
    });
  }
});
