/** JPEG 2000 and JPEG-LS streams for tests, created by the encoders of the packages whose decoders we use. */
import { createRequire } from "node:module";

export interface SamplesToEncode {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** Default: 8; with more, `samples` are 16-bit numbers. */
  readonly bits?: number;
  readonly samples: Uint8Array | Uint16Array;
}

interface Encoder {
  getDecodedBuffer(info: object): Uint8Array;
  getEncodedBuffer(): Uint8Array;
  encode(): void;
  delete(): void;
}
interface Jpeg2000Encoder extends Encoder {
  setDecompositions(count: number): void;
}
interface JpegLsEncoder extends Encoder {
  setInterleaveMode(mode: number): void;
}
type Load<Module> = (options: { print: () => void; printErr: () => void }) => Promise<Module>;

const require = createRequire(import.meta.url);
const modules = new Map<string, Promise<unknown>>();

function load<Module>(name: string): Promise<Module> {
  // Separate options for each module, since the options object becomes the module.
  const loading = modules.get(name) ?? (require(name) as Load<Module>)({ print() {}, printErr() {} });
  modules.set(name, loading);
  return loading as Promise<Module>;
}

/** A bare lossless codestream; colours are stored with the reversible transform. */
export async function encodeJpeg2000(picture: SamplesToEncode, decompositions = 3): Promise<Buffer> {
  const codec = await load<{ J2KEncoder: new () => Jpeg2000Encoder }>("@cornerstonejs/codec-openjpeg/wasmjs");
  const encoder = new codec.J2KEncoder();
  encoder.setDecompositions(decompositions);
  return encoded(encoder, picture);
}

/** @param interleaveMode 0: plane by plane; 1: line by line; 2: interleaved samples. */
export async function encodeJpegLs(picture: SamplesToEncode, interleaveMode: 0 | 1 | 2 = 2): Promise<Buffer> {
  const codec = await load<{ JpegLSEncoder: new () => JpegLsEncoder }>("@cornerstonejs/codec-charls/wasmjs");
  const encoder = new codec.JpegLSEncoder();
  encoder.setInterleaveMode(picture.channels === 1 ? 0 : interleaveMode);
  return encoded(encoder, picture, interleaveMode === 0);
}

function encoded(encoder: Encoder, picture: SamplesToEncode, isPlanar = false): Buffer {
  const { width, height, channels, bits = 8, samples } = picture;
  const info = { width, height, bitsPerSample: bits, componentCount: channels, isSigned: false };
  const ordered = isPlanar && channels === 3 ? planesOf(samples) : samples;
  const target = encoder.getDecodedBuffer({ ...info, isUsingColorTransform: channels === 3 });
  target.set(new Uint8Array(ordered.buffer, ordered.byteOffset, ordered.byteLength));
  encoder.encode();
  const bytes = Buffer.from(encoder.getEncodedBuffer());
  encoder.delete();
  return bytes;
}

function planesOf(samples: Uint8Array | Uint16Array): Uint8Array | Uint16Array {
  // Not `slice`, which does not copy a Buffer.
  const planes = samples instanceof Uint16Array ? new Uint16Array(samples) : new Uint8Array(samples);
  const count = samples.length / 3;
  for (let i = 0; i < samples.length; i++) planes[(i % 3) * count + Math.floor(i / 3)] = samples[i]!;
  return planes;
}

/** A JP2 file around a codestream. @param more complete boxes of its header. */
export function jp2Of(codestream: Uint8Array, { width, height, channels }: SamplesToEncode, ...more: Buffer[]): Buffer {
  const imageHeader = Buffer.alloc(14);
  imageHeader.writeUInt32BE(height, 0);
  imageHeader.writeUInt32BE(width, 4);
  imageHeader.writeUInt16BE(channels, 8);
  imageHeader.set([7, 7, 0, 0], 10);
  return Buffer.concat([
    boxOf("jP  ", Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
    boxOf("ftyp", Buffer.from("jp2 \0\0\0\0jp2 ", "latin1")),
    boxOf("jp2h", Buffer.concat([boxOf("ihdr", imageHeader), ...more])),
    boxOf("jp2c", codestream),
  ]);
}

export function boxOf(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}
