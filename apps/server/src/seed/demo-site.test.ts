import { getCase, listCases } from "@parfocal/core/case/case.contract.ts";
import { isBound } from "@parfocal/core/case/case-binding.ts";
import { pairBoundPoints, registerSlides } from "@parfocal/core/geometry/registration.ts";
import { maxZoomOf, resolutionOfZoom } from "@parfocal/core/geometry/zoom.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { fillDemoSite } from "./demo-site.ts";
import { tissueScenes } from "./tissue/tissue-scene.ts";

let server: SharedTestServer;
let site: TestSite;
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
  await withSite(server.platform.database, site.id, (db) =>
    fillDemoSite(db, server.platform, site.id, "a password for the demo"),
  );
});

async function openCase(q: string) {
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  const { answer: cards } = await sendCall(server, listCases, { as: teacher, query: { q } });
  expect(cards).toHaveLength(1);
  const { answer } = await sendCall(server, getCase, { as: learner, params: { id: String(cards[0]?.id) } });
  return answer;
}

describe("the demo site", () => {
  it("has a section of kidney in two stains, bound so that one slide follows the other's tissue", async () => {
    const { items, isBound: isCaseBound, layout } = await openCase("two stains");
    expect([isCaseBound, isBound(items), layout]).toEqual([true, true, { columns: 2, rows: 1 }]);
    const scenes = ["kidney-he", "kidney-pas"].map((key) => tissueScenes().find((scene) => scene.key === key)!);
    expect(items.map(({ title }) => title)).toEqual(scenes.map(({ title }) => title));
    const [pixelHe, pixelPas] = scenes.map(({ pixelSizeUm }) => ({ x: pixelSizeUm, y: pixelSizeUm }));
    const pairs = pairBoundPoints(items[0]!.boundPoints, items[1]!.boundPoints);
    const map = registerSlides(pairs, pixelHe!, pixelPas!);
    expect(map).toMatchObject({ kind: "affine", problem: null, isMirrored: false });
    expect(map.rotationDeg).toBeCloseTo(12, 6);
    expect(map.scale).toBeCloseTo(1, 6);
    expect(map.residualUm).toBeLessThan(1e-6);
    for (const [index, { center, zoom }] of items.entries()) {
      expect(center).toEqual(items[index]!.boundPoints[0]);
      const resolution = resolutionOfZoom(zoom!, maxZoomOf(scenes[index]!));
      expect(resolution * scenes[index]!.pixelSizeUm).toBeCloseTo(1, 9);
    }
  });

  it("has a case whose diagnosis is collapsed until it is opened", async () => {
    const { items, collapseDiagnosis, diagnosis, isBound: isCaseBound } = await openCase("How fast");
    expect([items.length, collapseDiagnosis, isCaseBound]).toEqual([1, true, false]);
    expect(diagnosis).not.toBe("");
  });

  it("violates no invariant of the database", async () => {
    const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
    expect(violations.filter(({ count }) => count > 0)).toEqual([]);
  });
});
