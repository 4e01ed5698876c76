/** Inputs that were once answered with 500: each is rejected with 4xx and a message, and nothing is written. */
import { listAnnotationsInView } from "@parfocal/core/annotation/annotation.contract.ts";
import { updateAssignment } from "@parfocal/core/assignment/assignment.contract.ts";
import { saveBox } from "@parfocal/core/box/box.contract.ts";
import type { Call } from "@parfocal/core/call.contract.ts";
import { enroll } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { createShare } from "@parfocal/core/share/share.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_ROUTES } from "../app.ts";
import { SQUARE_WKT } from "./build-annotation.ts";
import { buildEnrollmentForm } from "./build-enrollment.ts";
import { FORM_BOUNDARY } from "./form-body.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf, type SendOptions, sendCall } from "./send-call.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const SENTENCE = /^[A-Z“].{14,}\.?$/s;
const HALF_A_PAIR = "Nephr\ud83d";

let server: TestServer;
let world: MatrixWorld;
let changes: SiteChanges;
let formId: number;
beforeAll(async () => {
  server = await createTestServer();
  world = await buildMatrixWorld(server);
  formId = await buildEnrollmentForm(world.site, { parentId: world.courseId, userGroupId: world.userGroup.groupId });
  changes = await watchSiteChanges(server);
});
afterAll(() => server.close());

describe("a body", () => {
  const rejected = async <C extends Call>(contract: C, options: SendOptions<C>): Promise<string> => {
    await changes.take(world.site);
    const { status, failure } = await sendCall(
      server,
      contract as Call,
      { as: world.users.administrator, ...options } as SendOptions<Call>,
    );
    expect([status, failure.message]).toEqual([400, expect.stringMatching(SENTENCE)]);
    expect(await changes.take(world.site)).toEqual([]);
    return failure.message;
  };

  it("with a measurement nested 5,000 deep, with an Idempotency-Key", async () => {
    const measurement = `${'{"value":'.repeat(5_000)}1${"}".repeat(5_000)}`;
    const annotation = JSON.stringify({ imageId: world.slide.id, typeId: 211, title: "A", geometry: SQUARE_WKT });
    await changes.take(world.site);
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/v2/annotation",
      headers: {
        "x-site-token": world.users.learner.token,
        "idempotency-key": "nested-5000",
        "content-type": "application/json",
      },
      payload: annotation.replace(/\}$/, `,"measurement":${measurement}}`),
    });
    expect([answer.statusCode, answer.json().data]).toEqual([400, ["body.tooDeep"]]);
    expect(await changes.take(world.site)).toEqual([]);
  });

  for (const limit of [1.7e308, 2 ** 41])
    it(`requesting the annotations within ±${limit}`, () =>
      rejected(listAnnotationsInView, {
        params: { id: String(world.slide.id) },
        body: { bounds: { minX: -limit, minY: -limit, maxX: limit, maxY: limit } },
      }));

  it("with half a surrogate pair in an enrollment answer", async () => {
    const fields = [
      { id: "number", value: HALF_A_PAIR },
      { id: "semester", value: "3" },
      { id: "country", value: "DE" },
    ];
    const as = world.users.learner;
    expect(await rejected(enroll, { as, params: { id: String(formId) }, body: { fields } })).toContain(
      "fields.0.value",
    );
  });

  for (const [what, tab] of [
    ["the title of a box", { title: HALF_A_PAIR, contentPages: [] }],
    ["a page of a box", { title: "A", contentPages: [{ title: "A", content: `<p>${HALF_A_PAIR}</p>` }] }],
  ] as const)
    it(`with half a surrogate pair in ${what}`, () =>
      rejected(saveBox, {
        params: { id: String(world.slide.id), type: "image" },
        body: { tabs: [tab as { title: string; contentPages: [] }] },
      }));

  for (const date of ["0000-01-01 00:00:00", "0001-01-01 00:00:00", "1899-12-31 23:59:59", "3000-01-01 00:00:00"])
    it(`with the date ${date}`, async () => {
      const params = { id: String(world.userGroup.groupId) };
      const text = await rejected(updateAssignment, { params, body: { dateStart: date } });
      expect(text).toContain("between 1900 and 2999");
      await rejected(createShare, { body: { itemId: world.slide.id, shareType: "slide", expirationDate: date } });
    });

  for (const date of ["1900-01-01 00:00:00", "2999-12-31 23:59:59"])
    it(`with the date ${date} is accepted`, async () => {
      const params = { id: String(world.userGroup.groupId) };
      const as = world.users.administrator;
      const { answer } = await sendCall(server, updateAssignment, { as, params, body: { dateStart: date } });
      expect(answer.dateStart).toBe(date);
    });
});

it("a query with U+0000", async () => {
  const answer = await server.app.inject({
    url: "/api/v2/assignment/search?q=abc%00",
    headers: { "x-site-token": world.users.administrator.token },
  });
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining("text in q ")]);
});

describe("a form", () => {
  const long = "x".repeat(500);
  const typeOf = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
  const forms: readonly (readonly [what: string, type: string, change: (form: Buffer) => Buffer | string])[] = [
    ["without a boundary", "multipart/form-data", (form) => form],
    ["with another boundary", typeOf("another"), (form) => form],
    [
      "with a boundary of 500 characters",
      typeOf(long),
      (form) => Buffer.from(form.toString("latin1").replaceAll(FORM_BOUNDARY, long), "latin1"),
    ],
    ["cut off within the file", typeOf(FORM_BOUNDARY), (form) => form.subarray(0, -FORM_BOUNDARY.length - 10)],
    ["cut off in the first header", typeOf(FORM_BOUNDARY), (form) => form.subarray(0, 50)],
    ["that is no form at all", typeOf(FORM_BOUNDARY), () => "garbage"],
    ["without a body", typeOf(FORM_BOUNDARY), () => ""],
  ];
  const withForm = API_ROUTES.map(({ contract }) => contract).filter(({ form }) => form !== undefined);

  it("is sent to six calls", () => expect(withForm).toHaveLength(6));

  for (const contract of withForm)
    for (const [what, type, change] of forms)
      it(`${what} is rejected by ${contract.method} ${contract.path}`, async () => {
        const request = await RIGHTS_MATRIX[`${contract.method} ${contract.path}`]?.request?.(world);
        await changes.take(world.site);
        const answer = await server.app.inject({
          method: contract.method,
          url: addressOf(contract, request?.params),
          headers: { "x-site-token": world.users.administrator.token, "content-type": type },
          payload: change(request?.body as Buffer),
        });
        expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(SENTENCE)]);
        expect(await changes.take(world.site)).toEqual([]);
      });

  const emptyInput = [
    `--${FORM_BOUNDARY}`,
    'content-disposition: form-data; name="file"; filename=""',
    "content-type: application/octet-stream",
    "",
    "",
    `--${FORM_BOUNDARY}--`,
    "",
  ].join("\r\n");
  for (const [what, payload] of [
    ["without a part", `--${FORM_BOUNDARY}--\r\n`],
    ["whose file input was left empty", emptyInput],
  ] as const)
    it(`${what}: a document upload reports that the file is missing`, async () => {
      const answer = await server.app.inject({
        method: "POST",
        url: "/api/v2/document/upload",
        headers: { "x-site-token": world.users.administrator.token, "content-type": typeOf(FORM_BOUNDARY) },
        payload,
      });
      expect([answer.statusCode, answer.json().data]).toEqual([400, ["files.missing"]]);
    });
});
