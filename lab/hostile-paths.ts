/**
 * SEC-14: path traversals in all spellings are requested from every route that serves files. There is a canary file
 * next to the served files, one in the data folder and one outside: none is ever served, nor any other file of the
 * machine, and no request causes a server error.
 *
 * Usage: node lab/hostile-paths.ts
 */
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildRadiologyZip } from "@parfocal/slides/testing/build-radiology.ts";
import { formatSamples } from "@parfocal/slides/testing/format-samples.ts";
import { endWithin, printResult } from "./figures.ts";
import { traversals } from "./hostile-paths/traversals.ts";
import { prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";
import { uploadFile } from "./upload-file.ts";
import { uploadRadiology } from "./upload-radiology.ts";

const MAX_MS = 300_000;
const CANARY = "canary-7d1f0a: this text leaves the machine through no route";
/** Contents of other files of a machine. */
const SECRETS = [CANARY, "root:x:0:0", "PARFOCAL_DEMO_PASSWORD", "-----BEGIN"];

endWithin(MAX_MS);

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends the path unchanged: `fetch` would normalize it. */
function ask(server: ServerUnderTest, token: string, path: string, method = "GET", body = ""): Promise<Answer> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        hostname,
        port,
        path,
        method,
        agent: false,
        headers: {
          "x-site-token": token,
          accept: "text/html,*/*",
          ...(body ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {}),
        },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.once("error", reject);
        answer.once("end", () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces).toString("latin1") }),
        );
      },
    );
    asked.once("error", reject);
    asked.end(body);
  });
}

const canaryFolder = await mkdtemp(join(tmpdir(), "parfocal-canary-"));
const outside = join(canaryFolder, "canary.txt");
await writeFile(outside, CANARY);
const [sample] = await formatSamples();
const server = await prepareServer();
try {
  await server.start();
  const token = await signIn(server);
  await writeFile(join(server.dataFolder, "canary.txt"), CANARY);
  await writeFile(join(server.dataFolder, "slides", "canary.txt"), CANARY);
  const { upload } = await uploadFile(server, token, sample!.bytes, "../../../canary.txt");
  if (upload.imageId === null) throw new Error(`the slide was refused: ${upload.error}`);
  const id = upload.imageId;
  const radiology = await uploadRadiology(server, token, buildRadiologyZip(2), "../../../canary.zip");
  if (radiology.state !== "ready") throw new Error(`the radiology zip was refused: ${radiology.error}`);
  const pictures = `/radiology/${radiology.id}`;
  await writeFile(join(server.dataFolder, "radiology", "1", "canary.txt"), CANARY);

  /** Possible positions of a path in a URL, by route. */
  const places: readonly (readonly [route: string, addressOf: (path: string) => string])[] = [
    ["tile", (path) => `/tiles/${id}/1/0/0/${path}`],
    ["tile's image", (path) => `/tiles/${path}/1/0/0/0`],
    ["thumbnail", (path) => `/tiles/${id}/${path}/thumbnail`],
    ["associated image", (path) => `/tiles/${id}/1/associated/${path}`],
    ["IIIF identifier", (path) => `/iiif/3/${path}/info.json`],
    ["IIIF picture", (path) => `/iiif/3/${id}/full/max/0/${path}`],
    ["IIIF manifest", (path) => `/iiif/presentation/3/folder/${path}/manifest.json`],
    ["Deep Zoom descriptor", (path) => `/deepzoom/${path}.dzi`],
    ["Deep Zoom tile", (path) => `/deepzoom/${id}_files/8/${path}`],
    ["radiology instance", (path) => `${pictures}/${radiology.version}/instance/${path}`],
    ["radiology's small picture", (path) => `${pictures}/${radiology.version}/thumbnail/${path}`],
    ["radiology's version", (path) => `${pictures}/${path}/instance/1`],
    ["radiology item", (path) => `/radiology/${path}/${radiology.version}/instance/1`],
    ["radiology upload", (path) => `/api/radiology/${path}`],
    ["upload", (path) => `/api/v2/upload/${path}`],
    ["image", (path) => `/api/v2/image/${path}`],
    ["asset", (path) => `/assets/${path}`],
    ["page", (path) => `/${path}`],
  ];
  const secrets = [...SECRETS, (await readFile(join(server.dataFolder, "slides", "canary.txt"), "utf8")).trim()];
  const faults: string[] = [];
  const check = (what: string, { status, body }: Answer) => {
    if (status >= 500) faults.push(`${what}: ${status}`);
    if (secrets.some((secret) => body.includes(secret))) faults.push(`${what}: serves a file`);
  };
  const paths = traversals({ outside, dataFolder: server.dataFolder });
  let asked = 0;
  for (const path of paths) {
    for (const [route, addressOf] of places) {
      check(`${route} ${path.slice(0, 80)}`, await ask(server, token, addressOf(path)));
      asked += 1;
    }
  }

  // A name appears in the response unchanged, and refers to no file.
  for (const path of paths) {
    const filename = path.slice(0, 255);
    const announced = await ask(server, token, "/api/v2/upload", "POST", JSON.stringify({ filename, bytes: 10 }));
    check(`upload named ${filename.slice(0, 80)}`, announced);
    if (announced.status !== 200) continue;
    const { id: uploadId } = JSON.parse(announced.body) as { id: number };
    if (!existsSync(join(server.dataFolder, "uploads", `1-${uploadId}`))) faults.push(`${filename}: lies elsewhere`);
    await ask(server, token, `/api/v2/upload/${uploadId}`, "DELETE");
  }
  for (const place of [
    outside,
    join(server.dataFolder, "canary.txt"),
    join(server.dataFolder, "slides", "canary.txt"),
  ]) {
    if ((await readFile(place, "utf8")) !== CANARY) faults.push(`${place} was written to`);
  }

  // A slide that refers to another file: nothing of that file is shown.
  const original = join(server.dataFolder, "slides", "1", "1", "original");
  await rm(original);
  await symlink(outside, original);
  await server.kill();
  await server.start();
  for (const [route, address] of [
    ["tile", `/tiles/${id}/1/0/0/0`],
    ["thumbnail", `/tiles/${id}/1/thumbnail`],
    ["IIIF", `/iiif/3/${id}/full/max/0/default.jpg`],
  ] as const) {
    const answer = await ask(server, token, address);
    if (secrets.some((secret) => answer.body.includes(secret))) faults.push(`${route} of a link: serves a file`);
    if (answer.status === 200) faults.push(`${route} of a link: answered with 200`);
  }
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  printResult("SEC-14", faults.length === 0 && paths.length >= 60 && server.isRunning(), {
    strings: paths.length,
    routes: places.length,
    asked,
    faults: faults.length,
  });
} finally {
  await server.close();
  await rm(canaryFolder, { recursive: true });
}
process.exit();
