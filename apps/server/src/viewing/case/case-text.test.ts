import { createCase, updateCase } from "@parfocal/core/case/case.contract.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "@parfocal/core/rich-text/rich-text-allowlist.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCase } from "#testing/build-case.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildScene() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const { parentId } = await buildSlide(site);
  const id = await buildCase(site, { parentId });
  return { teacher, parentId, params: { id: String(id) } };
}

const rows: [sent: string, stored: string][] = [
  ["p < 0.05 & q\nnext line", "p < 0.05 & q\nnext line"],
  ["<p>Class <strong>IV</strong></p>", "<p>Class <strong>IV</strong></p>"],
  ['<p onclick="alert(1)">Class</p><script>alert(1)</script>', "<p>Class</p>"],
  ['<img src="x" onerror="alert(1)">A & B', "<img />A &amp; B"],
  ["<tissue onclick=alert(1)>A & B</tissue>", "<p>A &amp; B</p>"],
  ["<script>alert(1)</script>", ""],
];
describe("description and diagnosis are stored sanitized, a plain text unchanged", () => {
  for (const [sent, stored] of rows) {
    it(JSON.stringify(sent), async () => {
      const { teacher, parentId, params } = await buildScene();
      const texts = { description: sent, diagnosis: sent };
      const changed = await sendCall(server, updateCase, { as: teacher, params, body: texts });
      expect(changed.answer).toMatchObject({ description: stored, diagnosis: stored });
      const made = await sendCall(server, createCase, { as: teacher, body: { title: "T", parentId, ...texts } });
      expect(made.answer).toMatchObject({ description: stored, diagnosis: stored });
    });
  }
  it("up to the limit of formatted texts", async () => {
    const { teacher, params } = await buildScene();
    const send = (length: number) =>
      sendCall(server, updateCase, { as: teacher, params, body: { description: "a".repeat(length) } });
    expect((await send(RICH_TEXT_MAX_CHARACTERS)).status).toBe(200);
    expect((await send(RICH_TEXT_MAX_CHARACTERS + 1)).status).toBe(400);
  });
});
