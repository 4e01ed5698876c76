/**
 * SEC-15: uploads with a false type, and names with special meaning. Nothing that a browser could execute, and nothing
 * in the file except its image, is ever served; every response declares its type and forbids sniffing.
 *
 * Usage: node lab/hostile-uploads.ts [NAME]      only files whose names contain NAME
 */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { endWithin, printResult } from "./figures.ts";
import { EICAR, SCRIPT, TRICKY_UPLOADS, type TrickyUpload } from "./hostile-uploads/tricky-uploads.ts";
import { prepareServer, signIn } from "./server-under-test.ts";
import { settledImage, uploadFile } from "./upload-file.ts";

const MAX_MS = 300_000;
const SENTENCE = /^[A-Z].{14,}\.$/s;
const PICTURE = /^image\/(jpeg|png|webp)$/;
/** Contents allowed in a file but in no response, except in tiles that are served unchanged with an image type. */
const NEVER_IN_A_PICTURE = [EICAR, "GPSLatitude", "Exif\0\0"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject of the search.
const UNSHOWN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

endWithin(MAX_MS);

const [wanted = ""] = process.argv.slice(2);
const uploads = TRICKY_UPLOADS.filter(({ what }) => what.includes(wanted));

const server = await prepareServer();
try {
  await server.start();
  const token = await signIn(server);
  const headers = { "x-site-token": token };

  /** @returns problems in the responses about a slide. */
  const faultsOf = async (image: Image): Promise<string[]> => {
    const version = /^\/tiles\/\d+\/(\d+)\//.exec(image.thumbnail ?? "")?.[1] ?? "1";
    const addresses = [
      `/tiles/${image.id}/${version}/0/0/0`,
      `/tiles/${image.id}/${version}/thumbnail`,
      `/iiif/3/${image.id}/full/max/0/default.jpg`,
      `/deepzoom/${image.id}_files/0/0_0.jpg`,
    ];
    const faults: string[] = [];
    for (const address of addresses) {
      const answer = await fetch(server.origin + address, { headers });
      const body = Buffer.from(await answer.arrayBuffer()).toString("latin1");
      const type = answer.headers.get("content-type") ?? "";
      if (answer.status !== 200) faults.push(`${address}: ${answer.status}`);
      if (!PICTURE.test(type)) faults.push(`${address}: is ${type}`);
      if (answer.headers.get("x-content-type-options") !== "nosniff") faults.push(`${address}: may be guessed at`);
      if (!/default-src 'none'.*sandbox/.test(answer.headers.get("content-security-policy") ?? ""))
        faults.push(`${address}: is not fenced in`);
      if (answer.headers.get("set-cookie")) faults.push(`${address}: sets a cookie`);
      if (NEVER_IN_A_PICTURE.some((text) => body.includes(text))) faults.push(`${address}: holds more than a picture`);
      if (body.includes(SCRIPT) && image.fileFormat === "plain-image") faults.push(`${address}: holds a script`);
    }
    if (UNSHOWN.test(image.title)) faults.push(`its title is ${JSON.stringify(image.title)}`);
    for (const call of ["image", "iiif"] as const) {
      const address = call === "image" ? `/api/v2/image/${image.id}` : `/iiif/3/${image.id}/info.json`;
      const type = (await fetch(server.origin + address, { headers })).headers.get("content-type") ?? "";
      if (!/^application\/(ld\+)?json/.test(type)) faults.push(`${address}: is ${type}`);
    }
    return faults;
  };

  const check = async ({ build, filename, fate }: TrickyUpload): Promise<string[]> => {
    const bytes = await build();
    if (fate === "announced") {
      const announced = await fetch(`${server.origin}/api/v2/upload`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ filename, bytes: bytes.length }),
      });
      return announced.status === 400 ? [] : [`announced with ${announced.status}`];
    }
    const { upload } = await uploadFile(server, token, bytes, filename);
    if (upload.imageId === null) {
      if (fate === "shown") return [`refused: ${upload.error}`];
      return SENTENCE.test(upload.error ?? "") && !upload.canRetry
        ? []
        : [`refused without a sentence: ${upload.error}`];
    }
    const image = await settledImage(server, token, upload.imageId);
    if (image.state !== "ready") return [`not shown: ${image.job?.error}`];
    return fate === "refused" ? ["shown"] : faultsOf(image);
  };

  let right = 0;
  for (const upload of uploads) {
    const faults = await check(upload).catch((error: unknown) => [String(error)]);
    if (faults.length === 0) right += 1;
    process.stdout.write(
      `${faults.length === 0 ? "ok   " : "WRONG"} ${upload.what}: ${faults.join("; ") || upload.fate}\n`,
    );
  }
  printResult("SEC-15", right === uploads.length && uploads.length > 0 && server.isRunning(), {
    right: `${right}/${uploads.length}`,
  });
} finally {
  await server.close();
}
process.exit();
