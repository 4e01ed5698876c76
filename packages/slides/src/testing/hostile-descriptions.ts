/**
 * Malicious descriptions in XML and JSON: entities, external files, depth, length, invalid numbers; in TIFF files and
 * in tile sets.
 *
 * Source: check SEC-10; the OWASP XML Security Cheat Sheet.
 */
import { TAG } from "../tiff/tiff-fields.ts";
import { buildOmeTiff } from "./build-ome-tiff.ts";
import { buildTiff } from "./build-tiff.ts";
import { buildZip } from "./build-zip.ts";
import { type HostileFile, hostile, SCRIPT_TEXT } from "./hostile-file.ts";
import { buildPicture } from "./pictures.ts";
import { rawPage } from "./slide-files.ts";
import { buildDeepZoom, type TileFile } from "./tile-sets.ts";

const MIB = 2 ** 20;
const picture = buildPicture(150, 110);

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Document types; the text contains their entity as `&x;`. */
const DOCUMENT_TYPES: readonly (readonly [what: string, type: string])[] = [
  [
    "a billion laughs",
    `<!DOCTYPE a [<!ENTITY l0 "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("")}<!ENTITY x "&l9;">]>`,
  ],
  ["a file of the server", `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>`],
  ["a description from elsewhere", `<!DOCTYPE a SYSTEM "http://127.0.0.1:9/evil.dtd">`],
  ["an entity of entities", `<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p; <!ENTITY x "y">]>`],
];

const typed = (xml: string, type: string) =>
  xml.replace(/^(<\?xml[^>]*\?>)?/, `$1${type}`).replace(/Name="[^"]*"/, 'Name="&x;"');

const ome = (xml: (usual: string) => string) => () =>
  buildOmeTiff({
    width: 60,
    height: 40,
    channels: 2,
    tilePx: 32,
    type: "uint8",
    channelAttributes: () => 'Name="one"',
    xml,
  });
const withSize = (name: string, value: string) => (xml: string) =>
  xml.replace(new RegExp(`${name}="[^"]*"`), `${name}="${value}"`);
const named = (name: string) => (xml: string) => xml.replaceAll('Name="one"', `Name="${name}"`);

const OMES: readonly HostileFile[] = [
  ...DOCUMENT_TYPES.map(([what, type]) =>
    hostile(
      `OME-XML with ${what}`,
      ome((xml) => typed(xml, type)),
    ),
  ),
  hostile("OME-XML of 2^31 channels", ome(withSize("SizeC", String(2 ** 31)))),
  hostile("OME-XML of 10^9 depths", ome(withSize("SizeZ", "1000000000"))),
  hostile("OME-XML of -1 points in time", ome(withSize("SizeT", "-1"))),
  hostile("OME-XML of NaN columns", ome(withSize("SizeX", "NaN"))),
  hostile("OME-XML of 10^400 rows", ome(withSize("SizeY", "1e400"))),
  hostile(
    "OME-XML whose planes lie in directory 10^9",
    ome((xml) => xml.replace("<TiffData/>", '<TiffData IFD="1000000000"/>')),
  ),
  hostile(
    "OME-XML 100,000 deep",
    ome((xml) => xml.replace("<Image ", `${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}<Image `)),
  ),
  hostile(
    "OME-XML of 15 MiB",
    ome((xml) => xml.replace("<TiffData/>", "<TiffData/>".repeat((15 * MIB) / 11))),
    "either",
  ),
  hostile(
    "OME-XML of 300,000 attributes",
    ome((xml) => xml.replace("<Image ", `<Image ${Array.from({ length: 300_000 }, (_, i) => `a${i}="1"`).join(" ")} `)),
    "either",
  ),
  hostile("OME-XML with a script for a channel", ome(named(escaped(SCRIPT_TEXT))), "read"),
  hostile("OME-XML with NUL and half a character in a channel", ome(named("a&#0;b&#xD800;c&#27;[31m")), "read"),
  hostile("OME-XML with a name of a megabyte", ome(named("n".repeat(MIB))), "read"),
  hostile(
    "OME-XML with JavaScript's own names",
    ome((xml) => xml.replace("<Image ", '<__proto__ a="1"/><constructor b="1"/><Image ')),
    "either",
  ),
];

/** Scanners that describe their slides in XML, in files recognized as theirs. */
const SCANNERS: readonly (readonly [name: string, pages: (xml: string) => Buffer])[] = [
  [
    "Leica",
    (xml) =>
      buildTiff({
        pages: [
          rawPage(picture, {
            description: `${xml}<scn xmlns="http://www.leica-microsystems.com/scn/2010/10/01"><collection Name="a"/></scn>`,
          }),
        ],
      }),
  ],
  [
    "Ventana",
    (xml) =>
      buildTiff({
        pages: [
          rawPage(picture, {
            fields: { [TAG.xmp]: { type: 7, bytes: Buffer.from(`${xml}<iScan Name="a" ScanRes="NaN"/>`) } },
          }),
        ],
      }),
  ],
  [
    "Philips",
    (xml) =>
      buildTiff({
        pages: [
          rawPage(picture, {
            description: `${xml}<DataObject ObjectType="DPUfsImport"><Attribute Name="a"/></DataObject>`,
            fields: { [TAG.software]: { type: 2, text: "Philips DP v1.0" } },
          }),
        ],
      }),
  ],
];

const SCANNED: readonly HostileFile[] = SCANNERS.flatMap(([scanner, pages]) => [
  ...DOCUMENT_TYPES.map(([what, type]) => hostile(`a slide of ${scanner} with ${what}`, () => pages(type))),
  hostile(`a slide of ${scanner} without anything in its description`, () => pages(""), "either"),
]);

const tiles = buildDeepZoom({ width: 300, height: 200, tilePx: 64, overlapPx: 1 }, "");

/** A valid tile set with a replaced description. */
async function described(name: string, text: string): Promise<Buffer> {
  const { files } = await tiles;
  const entries: TileFile[] = [{ name, contents: Buffer.from(text) }, ...files.slice(1)];
  return buildZip({ entries });
}

const dzi = (attributes: string, size: string, before = "") =>
  `<?xml version="1.0"?>${before}<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" ${attributes}><Size ${size}/></Image>`;
const USUAL = 'TileSize="64" Overlap="1" Format="png"';
const SIZE = 'Width="300" Height="200"';

const SETS: readonly HostileFile[] = [
  ...(
    [
      ["tiles of 0 px", 'TileSize="0" Overlap="1" Format="png"', SIZE],
      ["tiles of -64 px", 'TileSize="-64" Overlap="1" Format="png"', SIZE],
      ["tiles of NaN px", 'TileSize="NaN" Overlap="1" Format="png"', SIZE],
      ["tiles of 10^9 px", 'TileSize="1000000000" Overlap="1" Format="png"', SIZE],
      ["an overlap of 10^9 px", 'TileSize="64" Overlap="1000000000" Format="png"', SIZE],
      ["a width of 10^300", USUAL, 'Width="1e300" Height="200"'],
      ["a width of 2^20 + 1", USUAL, 'Width="1048577" Height="200"'],
      ["a height of Infinity", USUAL, 'Width="300" Height="Infinity"'],
    ] as const
  ).map(([what, attributes, size]) =>
    hostile(`Deep Zoom with ${what}`, () => described("one.dzi", dzi(attributes, size))),
  ),
  hostile(
    "Deep Zoom whose tiles end in a path",
    () => described("one.dzi", dzi('TileSize="64" Overlap="1" Format="../../../../etc/passwd"', SIZE)),
    "either",
  ),
  ...DOCUMENT_TYPES.map(([what, type]) =>
    hostile(`Deep Zoom with ${what}`, () => described("one.dzi", dzi(USUAL, SIZE, type)), "either"),
  ),
  hostile(
    "Deep Zoom 100,000 deep",
    () => described("one.dzi", `${dzi(USUAL, SIZE).replace("<Size", `${"<a>".repeat(100_000)}<Size`)}`),
    "either",
  ),
  hostile("Deep Zoom in JSON 100,000 deep", () => described("one.json", `{"Image":${"[".repeat(100_000)}`)),
  ...(
    [
      ["a width of -1", 'WIDTH="-1" HEIGHT="200" NUMTILES="9" TILESIZE="64"'],
      ["a width of 10^9", 'WIDTH="1000000000" HEIGHT="1000000000" NUMTILES="9" TILESIZE="64"'],
      ["tiles of NaN px", 'WIDTH="300" HEIGHT="200" NUMTILES="9" TILESIZE="NaN"'],
      ["2^53 tiles", 'WIDTH="300" HEIGHT="200" NUMTILES="9007199254740993" TILESIZE="1"'],
    ] as const
  ).map(([what, attributes]) =>
    hostile(`Zoomify with ${what}`, () =>
      described("ImageProperties.xml", `<IMAGE_PROPERTIES ${attributes} VERSION="1.8"/>`),
    ),
  ),
  ...(
    [
      ["factors of 0", { width: 300, height: 200, tiles: [{ width: 64, scaleFactors: [0] }] }],
      ["factors of -1", { width: 300, height: 200, tiles: [{ width: 64, scaleFactors: [-1, -2] }] }],
      [
        "100,000 factors",
        {
          width: 300,
          height: 200,
          tiles: [{ width: 64, scaleFactors: Array.from({ length: 100_000 }, (_, i) => i + 1) }],
        },
      ],
      ["tiles of no width", { width: 300, height: 200, tiles: [{ width: 0, scaleFactors: [1] }] }],
      ["a width in words", { width: "3e2px", height: null, tiles: "many" }],
    ] as const
  ).map(([what, facts]) =>
    hostile(`IIIF with ${what}`, () =>
      described(
        "info.json",
        JSON.stringify({
          "@context": "http://iiif.io/api/image/3/context.json",
          protocol: "http://iiif.io/api/image",
          ...facts,
        }),
      ),
    ),
  ),
];

export const HOSTILE_DESCRIPTIONS: readonly HostileFile[] = [...OMES, ...SCANNED, ...SETS];
