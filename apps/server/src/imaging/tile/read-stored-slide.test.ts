import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getTile } from "@parfocal/core/tile/tile.contract.ts";
import { expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer } from "#testing/test-server.ts";

/** Reads a tile until it comes from memory, on a server of its own, and closes that. */
async function readOnNewServer(width: number) {
  const server = await createTestServer();
  try {
    const site = await buildSite(server);
    const as = await buildUser(site, { role: "teacher" });
    const { id, slideFileId, version } = await buildSlide(site, { width });
    const { answer } = await sendCall(server, getImage, { as, params: { id: String(id) } });
    expect(answer.slideInformation?.tilesMapUrl).toContain(`/${version}/`);
    const params = { imageId: String(id), version: String(version), level: "0", x: "1", y: "0" };
    const tiles: Buffer[] = [];
    for (let read = 0; read < 3; read++) tiles.push((await sendCall(server, getTile, { as, params })).raw.rawPayload);
    return { numbers: [site.id, slideFileId, version], tiles };
  } finally {
    await server.close();
  }
}

it("a closed server leaves no tile in memory: the next one, with slides of the same numbers, reads its own", async () => {
  const first = await readOnNewServer(300);
  const second = await readOnNewServer(500);
  expect(second.numbers).toEqual(first.numbers);
  for (const { tiles } of [first, second]) expect(tiles.every((tile) => tile.equals(tiles[0] as Buffer))).toBe(true);
  expect(second.tiles[0]?.equals(first.tiles[0] as Buffer)).toBe(false);
});
