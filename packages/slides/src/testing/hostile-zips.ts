/**
 * Malicious archives, each a small tile set with a single defect; and valid ones.
 *
 * Source: rule D-9 and check SEC-09; David Fifield, "A better zip bomb" (overlapping files).
 */
import { buildZip, end64, type ZipEntrySpec, type ZipSpec } from "./build-zip.ts";

const MIB = 2 ** 20;

export interface NamedZip {
  readonly name: string;
  /** Built on demand: some are large. */
  readonly build: () => Buffer;
}

const SYMLINK = 0o120777;
const CHARACTER_DEVICE = 0o020666;

/** @param tiles a Deep Zoom image: its description and its tiles. */
export function hostileZips(tiles: readonly ZipEntrySpec[]): readonly NamedZip[] {
  const withMore = (...more: readonly ZipEntrySpec[]): ZipSpec => ({ entries: [...tiles, ...more] });
  const text = (name: string, more: Partial<ZipEntrySpec> = {}): ZipEntrySpec => ({
    name,
    contents: Buffer.from("text"),
    ...more,
  });
  /** Changes the last entry. */
  const withLast = (change: Partial<ZipEntrySpec>): ZipSpec => ({
    entries: [...tiles.slice(0, -1), { ...tiles.at(-1)!, ...change }],
  });
  const specs: readonly (readonly [name: string, spec: () => ZipSpec, change?: (zip: Buffer) => Buffer])[] = [
    ["a path out of the archive", () => withMore(text("../../evil.txt"))],
    ["an absolute path", () => withMore(text("/etc/evil.txt"))],
    ["a backslash", () => withMore(text("..\\..\\evil.txt"))],
    ["a symbolic link", () => withMore(text("link", { contents: Buffer.from("/etc/passwd"), mode: SYMLINK }))],
    ["a hard link", () => withMore(text("link", { directoryExtra: hardLinkTo("/etc/passwd") }))],
    ["a device", () => withMore(text("zero", { mode: CHARACTER_DEVICE }))],
    ["49 KB whose files overlap, 1 GB unpacked", () => overlapping()],
    ["a ratio of 1,027 to 1", () => withMore(text("zeros", { contents: Buffer.alloc(50 * MIB), isDeflated: true }))],
    ["archives five deep", () => ({ entries: [{ name: "4.zip", contents: nested(4) }] })],
    ["1,000,000 files", () => withMore(), () => manyEmptyFiles(1_000_000)],
    ["a size that is not so", () => withLast({ lies: { bytes: 10, compressedBytes: 10 } })],
    ["a wrong checksum", () => withLast({ lies: { checksum: 0x12345678 } })],
    ["encryption", () => withLast({ flags: 1 })],
    ["names that differ in case only", () => withMore(text("Readme.txt"), text("README.TXT"))],
    ["a name of 65,000 bytes", () => withMore(text("n".repeat(65_000)))],
    ["another name before the contents", () => withMore(text("harmless.txt", { lies: { localName: "evil-one.exe" } }))],
    ["a zip64 directory that lies", () => ({ ...withMore(), isZip64: true, lies: { count64: 2 ** 40 } })],
    ["its end missing", () => withMore(), (zip) => zip.subarray(0, zip.length - 30)],
  ];
  return specs.map(([name, spec, change = (zip: Buffer) => zip]) => ({ name, build: () => change(buildZip(spec())) }));
}

export function honestZips(tiles: readonly ZipEntrySpec[]): readonly NamedZip[] {
  const deflated = tiles.map((tile) => ({ ...tile, isDeflated: true, hasDescriptor: true }));
  const fromMac: readonly ZipEntrySpec[] = [
    { name: "Pra\u0308parat/" },
    ...deflated.map((tile) => ({ ...tile, name: `Pra\u0308parat/${tile.name}` })),
    { name: "__MACOSX/Pra\u0308parat/._slide.dzi", contents: Buffer.from("rubbish") },
    { name: "Pra\u0308parat/.DS_Store", contents: Buffer.from("rubbish") },
  ];
  const specs: readonly (readonly [name: string, spec: () => ZipSpec])[] = [
    ["stored", () => ({ entries: tiles, comment: "made for a test" })],
    ["deflated, with folders, rubbish and an umlaut, as macOS makes it", () => ({ entries: fromMac })],
    ["zip64", () => ({ entries: tiles, isZip64: true })],
  ];
  return specs.map(([name, spec]) => ({ name, build: () => buildZip(spec()) }));
}

/**
 * A thousand entries share one compressed million of zeros: the contents of each cover all the headers after its own.
 */
function overlapping(): ZipSpec {
  const zeros = Buffer.alloc(MIB);
  const entries = Array.from({ length: 1000 }, (_, index): ZipEntrySpec => {
    const first = { name: "0", contents: zeros, isDeflated: true };
    const compressedBytes = 1030;
    return index === 0 ? first : { name: `${index}`, lies: { bytes: MIB, compressedBytes, offset: 0 }, method: 8 };
  });
  return { entries };
}

function nested(depth: number): Buffer {
  const contents = depth === 0 ? Buffer.alloc(MIB) : nested(depth - 1);
  return buildZip({ entries: [{ name: `${depth - 1}.zip`, contents, isDeflated: true }] });
}

/** PKWARE's Unix extra field: times, user and group, and the target of a link. */
function hardLinkTo(target: string): Buffer {
  const extra = Buffer.alloc(4 + 12);
  extra.writeUInt16LE(0x000d, 0);
  extra.writeUInt16LE(12 + target.length, 2);
  return Buffer.concat([extra, Buffer.from(target)]);
}

/** Written directly into one buffer: `buildZip` would take seconds. */
export function manyEmptyFiles(count: number): Buffer {
  const nameBytes = String(count).length;
  const [local, central] = [30 + nameBytes, 46 + nameBytes];
  const zip = Buffer.alloc(count * (local + central) + 76 + 22);
  const start = count * local;
  for (let index = 0; index < count; index++) {
    const name = String(index).padStart(nameBytes, "0");
    const [here, there] = [index * local, start + index * central];
    zip.writeUInt32LE(0x04034b50, here);
    zip.writeUInt16LE(nameBytes, here + 26);
    zip.write(name, here + 30, "latin1");
    zip.writeUInt32LE(0x02014b50, there);
    zip.writeUInt16LE(nameBytes, there + 28);
    zip.writeUInt32LE(here, there + 42);
    zip.write(name, there + 46, "latin1");
  }
  const position = start + count * central;
  end64({ count, bytes: count * central, start }, position).copy(zip, position);
  zip.writeUInt32LE(0x06054b50, position + 76);
  for (const at of [8, 10]) zip.writeUInt16LE(0xffff, position + 76 + at);
  for (const at of [12, 16]) zip.writeUInt32LE(0xffffffff, position + 76 + at);
  return zip;
}
