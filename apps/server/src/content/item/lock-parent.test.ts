/** Rejects new items that would be unreachable: in a parent that is in the bin, or too deep to be shown. */
import { createAttachment } from "@parfocal/core/attachment/attachment.contract.ts";
import type { Call } from "@parfocal/core/call.contract.ts";
import { createCase } from "@parfocal/core/case/case.contract.ts";
import { createEmbed } from "@parfocal/core/embed/embed.contract.ts";
import { createFolder } from "@parfocal/core/folder/folder.contract.ts";
import { createExternalImage } from "@parfocal/core/image/image.contract.ts";
import { readExternalDescriptor } from "@parfocal/core/image/read-external-descriptor.ts";
import { createPage } from "@parfocal/core/page/page.contract.ts";
import { createQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { addRadiologyToParent } from "@parfocal/core/radiology/radiology.contract.ts";
import { deleteFolder, restoreRemoved } from "@parfocal/core/structure/structure.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { updateEmbedHosts, updateTileSourceHosts } from "#site/site.queries.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildRadiology } from "#testing/build-radiology.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { formBody } from "#testing/form-body.ts";
import { childrenOf } from "#testing/read-content.ts";
import { addressOf, sendCall, tokenOf } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { DEEPEST_NESTING } from "./item-paths.queries.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const FACTS = readExternalDescriptor(
  '<Image TileSize="254" Overlap="1" Format="jpg"><Size Width="1000" Height="900"/></Image>',
);
const HOST = "slides.example.org";

interface Making {
  readonly contract: Call;
  /** @param radiologyId of an item placed elsewhere. */
  readonly request: (parentId: number, radiologyId: number) => { params?: object; payload: object; headers?: object };
}

const titled = (contract: Call, more: object = {}): Making => ({
  contract,
  request: (parentId) => ({ payload: { title: "New", parentId, ...more } }),
});

const MAKING: Readonly<Record<string, Making>> = {
  "a folder": titled(createFolder),
  "a page": titled(createPage),
  "an embed": titled(createEmbed, { url: `https://${HOST}/` }),
  "a case": titled(createCase),
  "a quiz": {
    contract: createQuiz,
    request: (itemId) => ({ payload: { itemType: "folder", itemId, title: "New", type: "Individual" } }),
  },
  "a slide from elsewhere": titled(createExternalImage, {
    tileDataSourceType: "deepzoom",
    tilesDataSourceUrl: `https://${HOST}/liver.dzi`,
    facts: FACTS,
    micronsPerPixel: 0.25,
  }),
  "an attachment": {
    contract: createAttachment,
    request(parentId) {
      const { body, headers } = formBody({ parentId: String(parentId), url: `https://${HOST}/` });
      return { payload: body, headers };
    },
  },
  radiology: {
    contract: addRadiologyToParent,
    request: (parentId, id) => ({ params: { id }, payload: { itemId: id, parentId } }),
  },
};

async function buildWorld() {
  const site = await buildSite(server);
  await withSite(server.platform.database, site.id, async (db) => {
    await updateTileSourceHosts(db, site.id, [HOST]);
    await updateEmbedHosts(db, site.id, [HOST]);
  });
  const as = await buildUser(site, { role: "teacher" });
  const courseId = await buildCourse(site);
  const { id: radiologyId } = await buildRadiology(site, { parentId: courseId });
  return { site, as, courseId, radiologyId };
}

async function make(as: TestUser, { contract, request }: Making, parentId: number, radiologyId: number) {
  const { params, payload, headers } = request(parentId, radiologyId);
  const answer = await server.app.inject({
    method: contract.method,
    url: addressOf(contract, params),
    headers: { ...tokenOf(as), ...headers },
    payload,
  });
  return [answer.statusCode, answer.json<{ message?: string }>().message];
}

describe.each(Object.entries(MAKING))("%s", (_name, making) => {
  it("cannot be placed in a folder that is in the bin, directly or with its parent", async () => {
    const { site, as, courseId, radiologyId } = await buildWorld();
    const urinary = await buildFolder(site, { parentId: courseId, title: "Urinary" });
    const kidney = await buildFolder(site, { parentId: urinary, title: "Kidney" });
    const { answer } = await sendCall(server, deleteFolder, { as, params: { id: String(urinary) }, body: {} });
    expect(await make(as, making, kidney, radiologyId)).toEqual([
      409,
      "“Kidney” is in the bin. Restore “Urinary” first.",
    ]);
    expect(await make(as, making, urinary, radiologyId)).toEqual([
      409,
      "“Urinary” is in the bin. Restore “Urinary” first.",
    ]);
    await sendCall(server, restoreRemoved, { as, params: { id: String(answer.removals[0]?.binId) }, body: {} });
    expect(await childrenOf(as, site, kidney)).toEqual([]);
    expect((await make(as, making, kidney, radiologyId))[0]).toBe(200);
    expect(await childrenOf(as, site, kidney)).toHaveLength(1);
  });

  it("cannot be placed deeper than the visible depth", async () => {
    const { site, as, courseId, radiologyId } = await buildWorld();
    const folders = [courseId];
    while (folders.length < DEEPEST_NESTING)
      folders.push(await buildFolder(site, { parentId: folders.at(-1) as number }));
    const [last, lowest] = [folders.at(-2) as number, folders.at(-1) as number];
    expect(await make(as, making, lowest, radiologyId)).toEqual([400, "Folders can be nested up to 32 levels deep."]);
    expect((await make(as, making, last, radiologyId))[0]).toBe(200);
  });
});
