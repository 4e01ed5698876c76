/** A request that is rejected before it was read leaves its connection usable: the next request over it is answered. */
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FORM_BOUNDARY } from "#testing/form-body.ts";
import { buildMatrixWorld, type MatrixWorld } from "#testing/matrix-world.ts";
import { RIGHTS_MATRIX } from "#testing/rights-matrix.ts";
import { addressOf } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

const LARGE_BYTES = 300_000;

let server: TestServer;
let world: MatrixWorld;
let origin: URL;
beforeAll(async () => {
  server = await createTestServer();
  world = await buildMatrixWorld(server);
  origin = new URL(await server.listen());
});
afterAll(() => server.close());

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

function send(agent: Agent, { body, ...rest }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = origin;
    const call = request({ hostname, port, agent, ...rest });
    call.on("response", (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0)));
    call.on("error", reject);
    call.end(body);
  });
}

/** A request that is valid except for its bytes and type. */
async function rightRequest(key: string): Promise<Sent> {
  const [method, path] = key.split(" ") as ["PUT", string];
  const right = await RIGHTS_MATRIX[key]?.request?.(world);
  return {
    method,
    path: addressOf({ method, path } as never, right?.params),
    headers: {
      "x-site-token": world.users.teacher.token,
      "content-type": "application/octet-stream",
      ...right?.headers,
    },
  };
}

const CHUNK = "PUT /v2/upload/{id}/chunk/{number}";
const large = Buffer.alloc(LARGE_BYTES, "x");
const formStart = `--${FORM_BOUNDARY}\r\ncontent-disposition: form-data; name="toString"\r\n\r\n`;
const cases: readonly (readonly [what: string, key: string, change: Partial<Sent>, status: number])[] = [
  ["a chunk that is too long", CHUNK, { body: large }, 413],
  ["a chunk without a digest", CHUNK, { body: large, headers: { "content-digest": "" } }, 400],
  [
    "a chunk declared as text",
    CHUNK,
    { body: Buffer.from("12345678"), headers: { "content-type": "text/plain" } },
    400,
  ],
  [
    "a chunk declared as JSON",
    CHUNK,
    { body: Buffer.from("12345678"), headers: { "content-type": "application/json" } },
    400,
  ],
  [
    "a chunk declared as a form",
    CHUNK,
    { body: large, headers: { "content-type": `multipart/form-data; boundary=${FORM_BOUNDARY}` } },
    400,
  ],
  [
    "a form that ends in its first field",
    "POST /v2/media",
    { body: Buffer.concat([Buffer.from(formStart), large]) },
    400,
  ],
  [
    "a form without a boundary",
    "POST /v2/media",
    { body: large, headers: { "content-type": "multipart/form-data" } },
    400,
  ],
];
for (const [what, key, change, status] of cases)
  it(`after ${what}`, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const right = await rightRequest(key);
      expect(await send(agent, { ...right, ...change, headers: { ...right.headers, ...change.headers } })).toBe(status);
      expect(await send(agent, { method: "GET", path: "/api/health", headers: {} })).toBe(200);
    } finally {
      agent.destroy();
    }
  });
