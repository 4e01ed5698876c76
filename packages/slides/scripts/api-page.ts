/**
 * Writes docs/api.md: every call and type of the public entry files, with what their docstrings say, and an example of each
 * file, cut out of docs/api-examples.ts, which the compiler checks.
 *
 * Usage: node packages/slides/scripts/api-page.ts      (a test fails while the page is not what this would write)
 */
import { readFile, writeFile } from "node:fs/promises";
import { type Declaration, declarationsOf, headerOf } from "./declarations.ts";

interface Entry {
  readonly file: string;
  /** What of it others call; default: all that it exports. */
  readonly only?: readonly string[];
}

/** What others may rely on. A file that is not here is inside: it may change in any release. */
const CHAPTERS: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    "Opening",
    [
      { file: "open-slide-file.ts" },
      { file: "opening/opened-slide.ts", only: ["OpenedSlide", "isConvertible"] },
      { file: "slide-source.ts" },
      { file: "probe/probe-in-sandbox.ts", only: ["ProbeOptions", "SandboxedProbe", "probeInSandbox"] },
      { file: "open/verify-slide.ts" },
      { file: "scan-facts/scan-facts.ts" },
      { file: "scan-facts/read-label-barcode.ts", only: ["readLabelBarcode"] },
    ],
  ],
  [
    "Pixels",
    [
      { file: "thumbnail-of.ts" },
      { file: "region/render-region.ts" },
      { file: "region/upright-frame.ts", only: ["Size", "Rectangle", "uprightSizeOf"] },
      { file: "picture/colour-tile.ts" },
      { file: "picture/composite-channels.ts" },
      { file: "picture/measured-windows.ts" },
      { file: "codec/raw-picture.ts" },
      { file: "codec/decode-in-worker.ts" },
      { file: "codec/decode-samples.ts", only: ["SampleCodec", "StoredColours", "DecodedSamples"] },
    ],
  ],
  [
    "Making slides",
    [
      { file: "convert-slide-file.ts" },
      { file: "convert/conversion-options.ts" },
      { file: "opening/convertible-file.ts" },
      { file: "convert/repack-archive.ts", only: ["RepackOptions", "repackArchive"] },
      { file: "pyramid/pyramid-writer.ts", only: ["PyramidOptions", "PixelBand", "writePyramid"] },
      { file: "pyramid/missing-levels.ts" },
      { file: "convert/complete-levels-in-sandbox.ts" },
      { file: "convert/complete-levels.ts" },
      { file: "pyramid/extra-levels.ts" },
      { file: "deidentify/deidentify-slide-file.ts", only: ["DeidentifyOptions", "deidentifySlideFile"] },
    ],
  ],
  ["Radiology", [{ file: "radiology/unpack-radiology-in-sandbox.ts" }, { file: "radiology/radiology-facts.ts" }]],
  ["Keeping tiles", [{ file: "tile-cache/tile-cache.ts" }, { file: "tile-cache/sweep-tile-caches.ts" }]],
];

const INTRODUCTION = `# The calls of @parfocal/slides

<!-- Written by scripts/api-page.ts: change the docstrings, then run it. -->

Each file below is an entry of its own: \`import { openSlideFile } from "@parfocal/slides/open-slide-file.ts"\`. There is no file that exports all, so that reading thumbnails does not load what writes pyramids. Files that are not on this page are inside and may change in any release.

Node 24 runs the files as they are, without a build. It does so outside of \`node_modules\` only: take the folder into a workspace, as this repository does.

What holds everywhere:

- **Frames.** Pixels of the stored picture, origin top left, x right, y down; level 0 is the largest. \`orientationDeg\` is the clockwise turn that brings it upright; what says "upright" (thumbnails, regions) has been turned.
- **Units** stand in the names: \`pixelSizeUm\`, \`orientationDeg\`, \`timeLimitMs\`, \`maxSidePx\`, \`maxBytes\`. Progress is a share, from 0 to 1.
- **null** means that the file does not say.
- **Errors.** \`SlideFileError\`: the file; its message is a sentence for a person, its \`reason\` one of five. \`RangeError\`: the caller asked for what is not there. An aborted signal: its reason. All else is a broken world (disk, memory) or a bug.
- **Closing.** The one who opens a source closes it; readings that are under way come to their end first. What \`probeSlideFile\` hands out is open too.
- **Hostile files.** \`openSlideFile\` reads in this process and decodes nothing; \`…InSandbox\`, \`convertSlideFile\`, \`repackArchive\`, \`readLabelBarcode\` and \`deidentifySlideFile\` work in a process that may touch nothing but its file.
`;

const SOURCES = new URL("../src/", import.meta.url);
export const API_PAGE = new URL("../docs/api.md", import.meta.url);
const EXAMPLES = new URL("../docs/api-examples.ts", import.meta.url);

/** @throws Error if an entry, a name of it or its example is not there, or an example belongs to no entry. */
export async function buildApiPage(): Promise<string> {
  const examples = examplesOf(await readFile(EXAMPLES, "utf8"));
  const parts = [INTRODUCTION];
  for (const [title, entries] of CHAPTERS) {
    parts.push(`## ${title}\n`);
    for (const entry of entries) {
      parts.push(await entryText(entry, examples.get(entry.file)));
      examples.delete(entry.file);
    }
  }
  const [left] = examples.keys();
  if (left !== undefined) throw new Error(`The example of ${left} belongs to no entry.`);
  return parts.join("\n");
}

async function entryText({ file, only }: Entry, example: string | undefined): Promise<string> {
  const source = await readFile(new URL(file, SOURCES), "utf8");
  const all = declarationsOf(source);
  const missing = only?.find((name) => !all.some((declaration) => declaration.name === name));
  if (missing !== undefined) throw new Error(`${file} exports no ${missing}.`);
  const shown = only === undefined ? all : all.filter(({ name }) => only.includes(name));
  const hasCalls = shown.some(({ kind }) => kind === "function");
  if (hasCalls && example === undefined) throw new Error(`There is no example of ${file} in docs/api-examples.ts.`);
  const header = headerOf(source);
  return [
    `### ${file}\n`,
    ...(header === "" ? [] : [`${header}\n`]),
    ...(example === undefined ? [] : [`\`\`\`ts\n${example}\n\`\`\`\n`]),
    ...shown.map(declarationText),
  ].join("\n");
}

function declarationText({ name, text, doc }: Declaration): string {
  return [`#### ${name}\n`, `\`\`\`ts\n${text}\n\`\`\`\n`, ...(doc === "" ? [] : [`${doc}\n`])].join("\n");
}

/** By entry file: the lines between `// example of FILE` and `// end`. */
function examplesOf(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, file, body] of source.matchAll(/^ *\/\/ example of (\S+)\n([\s\S]*?)^ *\/\/ end$/gm)) {
    const lines = body!.trimEnd().split("\n");
    const indent = Math.min(...lines.filter((line) => line !== "").map((line) => line.search(/\S/)));
    found.set(file!, lines.map((line) => line.slice(indent)).join("\n"));
  }
  return found;
}

if (import.meta.main) await writeFile(API_PAGE, await buildApiPage());
