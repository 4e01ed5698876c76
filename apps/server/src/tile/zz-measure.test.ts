import { it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { createTestServer } from "#testing/test-server.ts";
it("measures", async () => {
  const server = await createTestServer();
  const site = await buildSite(server);
  const slide = await buildSlide(site, { width: 8192, height: 8192, tileSize: 512 });
  const user = await buildUser(site);
  const origin = await server.listen();
  const headers = { "x-site-token": user.token };
  const at = (i: number) => [i % 16, Math.floor(i / 16) % 16] as const;
  const kinds: Record<string, (i: number) => string> = {
    tile: (i) => { const [x, y] = at(i); return `/tiles/${slide.id}/${slide.version}/0/${x}/${y}`; },
    deepZoom: (i) => { const [x, y] = at(i); return `/deepzoom/${slide.id}_files/13/${x}_${y}.jpg`; },
    iiif: (i) => { const [x, y] = at(i); return `/iiif/3/${slide.id}/${x * 512},${y * 512},512,512/512,512/0/default.jpg`; },
    iiifCut: (i) => { const [x, y] = at(i); return `/iiif/3/${slide.id}/${x * 500},${y * 500},512,512/512,512/0/default.jpg`; },
    iiifReduced: (i) => { const [x, y] = at(i); return `/iiif/3/${slide.id}/${x * 400},${y * 400},700,700/400,/0/default.jpg`; },
    iiifWhole: () => `/iiif/3/${slide.id}/full/1000,/0/default.jpg`,
  };
  const lines: string[] = [];
  for (let round = 0; round < 3; round++) {
    for (const [name, url] of Object.entries(kinds)) {
      const count = name.startsWith("iiif") && name !== "iiif" ? 40 : 512;
      const from = performance.now(), cpu = process.cpuUsage();
      const work = async (k: number) => { for (let i = k; i < count; i += 8) { const r = await fetch(origin + url(i), { headers }); if (!r.ok) throw new Error(name + r.status); await r.arrayBuffer(); } };
      await Promise.all([...Array(8).keys()].map(work));
      const used = process.cpuUsage(cpu);
      lines.push(`${round} ${name} ${((performance.now() - from) / count).toFixed(3)} ms wall each, ${((used.user + used.system) / 1000 / count).toFixed(3)} ms cpu`);
    }
  }
  const from = performance.now();
  const big = await fetch(`${origin}/iiif/3/${slide.id}/full/max/0/default.jpg`, { headers });
  lines.push(`full/max ${(await big.arrayBuffer()).byteLength} bytes ${(performance.now() - from).toFixed(0)} ms; rss ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  process.stderr.write(`MEASURED\n${lines.join("\n")}\n`);
  await server.close();
}, 120000);
