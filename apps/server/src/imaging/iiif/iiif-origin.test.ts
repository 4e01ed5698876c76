/** URLs in IIIF answers start with one of the site's own origins, not with the `Host` of the request. */
import { beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const cases: [origins: string[], host: string, origin: string][] = [
  [["https://slides.example.edu"], "evil.example", "https://slides.example.edu"],
  [["https://slides.example.edu", "http://slides.local:8600"], "slides.local:8600", "http://slides.local:8600"],
  [["https://slides.example.edu"], "slides.example.edu", "https://slides.example.edu"],
  [[], "localhost:8600", "http://localhost:8600"],
];
describe("the origin in IIIF answers", () => {
  for (const [origins, host, origin] of cases)
    it(`of a site with [${origins.join(", ")}], requested as ${host}: ${origin}`, async () => {
      const site = await buildSite(server, { origins });
      const slide = await buildSlide(site);
      const { token } = await buildUser(site);
      const headers = { host, "x-site-token": token };
      const information = await server.app.inject({ url: `/iiif/3/${slide.id}/info.json`, headers });
      expect(information.json().id).toBe(`${origin}/iiif/3/${slide.id}`);
      const path = `/iiif/presentation/3/image/${slide.id}/manifest.json`;
      const manifest = await server.app.inject({ url: path, headers });
      expect(manifest.json().id).toBe(`${origin}${path}`);
      expect(manifest.body).not.toContain("evil.example");
      const base = await server.app.inject({ url: `/iiif/3/${slide.id}`, headers });
      expect(base.headers.location).toBe(`${origin}/iiif/3/${slide.id}/info.json`);
    });
});
