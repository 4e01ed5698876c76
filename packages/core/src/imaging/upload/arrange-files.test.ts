import { describe, expect, it } from "vitest";
import { arrangeFiles, type FoundFile } from "./arrange-files.ts";

interface FakeFile extends FoundFile {
  readonly start: Uint8Array;
}

const textBytes = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));

/** The start of a DICOM file, with just enough to assign it to a slide. */
function dicomStart(seriesUids: readonly string[], sopClass = "1.2.840.10008.5.1.4.1.1.77.1.6"): Uint8Array {
  const element = (tag: string, uid: string) => `${tag}UI${String.fromCharCode(uid.length % 256, 0)}${uid}`;
  const text = [
    "\0".repeat(128),
    "DICM",
    element("\x02\0\x02\0", sopClass),
    ...seriesUids.map((uid) => element("\x20\0\x0e\0", uid)),
  ].join("");
  return textBytes(text);
}

const fileOf = (path: string, start: Uint8Array = new Uint8Array()): FakeFile => ({ path, bytes: 100, start });

async function arrange(...files: readonly (string | FakeFile)[]) {
  const found = files.map((file) => (typeof file === "string" ? fileOf(file) : file));
  const { slides, leftOut } = await arrangeFiles(found, async ({ start }, bytes) => start.subarray(0, bytes));
  return {
    slides: slides.map(({ folders, filename, members }) => ({
      at: [...folders, filename].join("/"),
      parts: members.map(({ path }) => path),
    })),
    leftOut: leftOut.map(({ path }) => path),
  };
}

const cases: [what: string, files: readonly (string | FakeFile)[], slides: Record<string, readonly string[]>][] = [
  [
    "a MIRAX slide",
    ["a/s.mrxs", "a/s/Data0000.dat", "a/s/Slidedat.ini"],
    { "a/s.zip": ["s.mrxs", "s/Data0000.dat", "s/Slidedat.ini"] },
  ],
  ["a VSI slide", ["s.vsi", "_s_/stack1/frame_t.ets"], { "s.zip": ["_s_/stack1/frame_t.ets", "s.vsi"] }],
  [
    "a Deep Zoom image",
    ["x.dzi", "x_files/0/0_0.jpg", "y.jpg"],
    { "x.zip": ["x.dzi", "x_files/0/0_0.jpg"], "y.jpg": ["y.jpg"] },
  ],
  [
    "a Deep Zoom image with an .xml descriptor",
    ["x.xml", "x_files/0/0_0.png"],
    { "x.zip": ["x.xml", "x_files/0/0_0.png"] },
  ],
  [
    "a Zoomify folder",
    ["top/z/ImageProperties.xml", "top/z/TileGroup0/0-0-0.jpg"],
    { "top/z.zip": ["z/ImageProperties.xml", "z/TileGroup0/0-0-0.jpg"] },
  ],
  [
    "a IIIF folder",
    ["i/info.json", "i/0,0,256,256/256,/0/default.jpg", "i/full/90,/0/default.jpg"],
    { "i.zip": ["i/0,0,256,256/256,/0/default.jpg", "i/full/90,/0/default.jpg", "i/info.json"] },
  ],
  [
    "a Hamamatsu slide of an index file and the files it lists",
    [
      fileOf("v/s.vms", textBytes("[Virtual]\r\nNoLayers=1\r\nImageFile=s(0,0).jpg\r\nMapFile= s_map.jpg \r\n")),
      "v/s(0,0).jpg",
      "v/s_map.jpg",
      "v/t.jpg",
    ],
    { "v/s.zip": ["s(0,0).jpg", "s.vms", "s_map.jpg"], "v/t.jpg": ["t.jpg"] },
  ],
  [
    "a DICOM slide that is a complete folder",
    [fileOf("case 1/1.dcm", dicomStart(["1.2"])), fileOf("case 1/2.dcm", dicomStart(["1.2"]))],
    { "case 1.zip": ["case 1/1.dcm", "case 1/2.dcm"] },
  ],
  [
    "two DICOM slides in one folder, one with annotations in another series that refer to it",
    [
      fileOf("d/a1", dicomStart(["1.2"])),
      fileOf("d/a2", dicomStart(["7.7", "1.2"], "1.2.840.10008.5.1.4.1.1.91.1")),
      fileOf("d/b1.dcm", dicomStart(["3.4"])),
      fileOf("d/b2.dcm", dicomStart(["3.4"])),
      fileOf("d/c.dcm", dicomStart(["5.6"])),
      fileOf("d/ct.dcm", dicomStart(["1.2"], "1.2.840.10008.5.1.4.1.1.2")),
    ],
    { "d/a1.zip": ["a1", "a2"], "d/b1.zip": ["b1.dcm", "b2.dcm"], "d/c.dcm": ["c.dcm"], "d/ct.dcm": ["ct.dcm"] },
  ],
  [
    "images in folders, separately",
    ["k/10.svs", "k/9.svs", "m/n/1.ndpi"],
    { "k/9.svs": ["9.svs"], "k/10.svs": ["10.svs"], "m/n/1.ndpi": ["1.ndpi"] },
  ],
  ["a TIFF without an extension", [fileOf("scan", textBytes("II*\0"))], { scan: ["scan"] }],
  ["parts without their main file, separately", ["s.mrxs", "q.vsi"], { "q.vsi": ["q.vsi"], "s.mrxs": ["s.mrxs"] }],
];

describe("arranges the selected files", () => {
  for (const [what, files, slides] of cases) {
    it(what, async () => {
      const arranged = await arrange(...files);
      expect(Object.fromEntries(arranged.slides.map(({ at, parts }) => [at, parts]))).toEqual(slides);
      expect(arranged.slides.map(({ at }) => at)).toEqual(Object.keys(slides));
      expect(arranged.leftOut).toEqual([]);
    });
  }
});

it("files that are not slides are reported as omitted, system files are ignored", async () => {
  const arranged = await arrange(
    "a/notes.txt",
    "a/.DS_Store",
    "a/Thumbs.db",
    "a/.git/config",
    "__MACOSX/a/x.svs",
    "a/unknown.bin",
    "a/x.svs",
  );
  expect(arranged.slides.map(({ at }) => at)).toEqual(["a/x.svs"]);
  expect(arranged.leftOut).toEqual(["a/notes.txt", "a/unknown.bin"]);
});

it("the order in which files are found does not matter", async () => {
  const files = ["s.mrxs", "s/b.dat", "s/a.dat", "t.svs"];
  expect(await arrange(...files)).toEqual(await arrange(...files.toReversed()));
});
