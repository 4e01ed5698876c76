/**
 * Decodes JPEG 2000 and JPEG-LS in the calling thread, and blocks it; servers use `decodeInWorker`.
 *
 * The decoders are OpenJPEG and CharLS, built for WebAssembly (`@cornerstonejs/codec-*`, the builds named "wasm": the
 * packages' default entries are three times slower). A module's memory only grows, so the module is discarded when it
 * is large, and after each error of a hostile stream.
 */
import { createRequire } from "node:module";
import { SlideFileError } from "../slide-source.ts";
import { damagedJpeg2000, readJp2Boxes } from "./jp2-boxes.ts";
import { damagedJpegLs, readJpegLsHeader } from "./jpeg-ls-header.ts";
import { readJpeg2000Header } from "./jpeg2000-header.ts";
import { assertWholeCodestream } from "./jpeg2000-tile-parts.ts";
import { deepYCbCrToRgb, yCbCrToRgb } from "./ycbcr.ts";

export type SampleCodec = "jpeg2000" | "jpeg-ls";

/** Meaning of a pixel's three samples, where the stream does not define it. */
export type StoredColours = "rgb" | "yCbCr";

/** A decoded image: rows from the top, pixels from the left, samples interleaved. */
export interface DecodedSamples {
  readonly width: number;
  readonly height: number;
  /** 1: grey; 3: red, green, blue; 4: with a fourth whose meaning only the caller knows. */
  readonly channels: 1 | 3 | 4;
  /** Bits per sample, 1 to 16. */
  readonly bits: number;
  /** If true, `samples` contains 16-bit values in two's complement. */
  readonly isSigned: boolean;
  /** One byte per sample up to 8 bits, otherwise two. */
  readonly samples: Uint8Array | Uint16Array;
}

export interface DecodeSamplesOptions {
  /** Maximum number of pixels; checked before decoding. */
  readonly maxPx: number;
  /** Default: `rgb`. With `yCbCr` three samples are converted. */
  readonly colours?: StoredColours | undefined;
}

interface FrameInfo {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
  readonly isSigned: boolean;
}

/** The part of the interface that both decoders share. */
interface Decoder {
  /** @returns memory for this many bytes of the stream. */
  getEncodedBuffer(bytes: number): Uint8Array;
  decode(): void;
  /** Returns a copy. */
  getDecodedBuffer(): Uint8ClampedArray<ArrayBuffer>;
  getFrameInfo(): FrameInfo;
  delete(): void;
}

interface JpegLsDecoder extends Decoder {
  /** 0: plane by plane; otherwise interleaved samples. */
  getInterleaveMode(): number;
}

interface CodecModule {
  readonly HEAPU8: Uint8Array;
  readonly J2KDecoder?: new () => Decoder;
  readonly JpegLSDecoder?: new () => JpegLsDecoder;
}

type ModuleFactory = (options: { print: () => void; printErr: () => void }) => Promise<CodecModule>;

/** Above this a module is discarded after use: its memory never shrinks below that of its largest image. */
const MAX_KEPT_BYTES = 192 * 2 ** 20;

interface Frame {
  readonly info: FrameInfo;
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
  readonly isInterleaved: boolean;
}

interface CodecEntry {
  readonly module: string;
  readonly decode: (module: CodecModule, bytes: Buffer, options: DecodeSamplesOptions) => DecodedSamples;
  readonly damaged: (cause?: unknown) => SlideFileError;
}

const CODECS: Readonly<Record<SampleCodec, CodecEntry>> = {
  jpeg2000: { module: "@cornerstonejs/codec-openjpeg/decodewasmjs", decode: decodeJpeg2000, damaged: damagedJpeg2000 },
  "jpeg-ls": { module: "@cornerstonejs/codec-charls/decodewasmjs", decode: decodeJpegLs, damaged: damagedJpegLs },
};

const modules = new Map<SampleCodec, Promise<CodecModule>>();

/**
 * @throws SlideFileError `damaged`, `tooLarge`, or `unsupported` for numbers of components and depths that no slide
 *   has.
 */
export async function decodeSamples(
  codec: SampleCodec,
  bytes: Uint8Array,
  options: DecodeSamplesOptions,
): Promise<DecodedSamples> {
  const { decode, damaged } = CODECS[codec];
  const module = await loadModule(codec);
  try {
    const decoded = decode(module, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options);
    if (module.HEAPU8.length > MAX_KEPT_BYTES) modules.delete(codec);
    return decoded;
  } catch (cause) {
    if (cause instanceof SlideFileError) throw cause;
    // Discards the state that a trap or a C++ exception left in the module.
    modules.delete(codec);
    throw damaged(cause);
  }
}

function loadModule(codec: SampleCodec): Promise<CodecModule> {
  const known = modules.get(codec);
  if (known !== undefined) return known;
  const factory = createRequire(import.meta.url)(CODECS[codec].module) as ModuleFactory;
  // The decoders print each step and each error.
  const loading = factory({ print() {}, printErr() {} });
  loading.catch(() => modules.delete(codec));
  modules.set(codec, loading);
  return loading;
}

function decodeJpeg2000(module: CodecModule, bytes: Buffer, options: DecodeSamplesOptions): DecodedSamples {
  const { codestreamStart, paletteChannels } = readJp2Boxes(bytes);
  if (paletteChannels !== 0 && paletteChannels !== 3) {
    throw new SlideFileError(
      "unsupported",
      `Parfocal cannot show JPEG 2000 with a palette of ${paletteChannels} channels.`,
    );
  }
  const codestream = bytes.subarray(codestreamStart);
  const header = readJpeg2000Header(codestream);
  assertWholeCodestream(codestream, header);
  const { width, height } = header;
  assertPixels(width * height, options);
  const { info, bytes: decoded } = runDecoder(new module.J2KDecoder!(), bytes);
  // The decoder converts a palette's indices to colours, because only it knows the palette.
  const channels = info.componentCount === 1 ? 1 : 3;
  const bits = info.bitsPerSample;
  const samples = bits > 8 ? new Uint16Array(decoded.buffer) : new Uint8Array(decoded.buffer);
  const isAsAnnounced = info.width === width && info.height === height && bits >= 1 && bits <= 16;
  if (!isAsAnnounced || samples.length !== width * height * channels) throw damagedJpeg2000();
  // The decoder has already converted subsampled chroma to red, green and blue.
  const isYCbCr = options.colours === "yCbCr" && channels === 3 && !header.isSubsampled;
  if (isYCbCr) toRgb(samples, bits);
  return { width, height, channels, bits, isSigned: info.isSigned, samples };
}

function decodeJpegLs(module: CodecModule, bytes: Buffer, options: DecodeSamplesOptions): DecodedSamples {
  const { width, height, channels, bits } = readJpegLsHeader(bytes);
  assertPixels(width * height, options);
  const { info, bytes: decoded, isInterleaved } = runDecoder(new module.JpegLSDecoder!(), bytes);
  const bytesPerSample = bits > 8 ? 2 : 1;
  const isAsAnnounced = info.width === width && info.height === height && info.componentCount === channels;
  if (!isAsAnnounced || decoded.length !== width * height * channels * bytesPerSample) throw damagedJpegLs();
  const stored = bytesPerSample === 2 ? new Uint16Array(decoded.buffer) : new Uint8Array(decoded.buffer);
  const samples = isInterleaved || channels === 1 ? stored : interleave(stored, channels);
  if (options.colours === "yCbCr" && channels === 3) toRgb(samples, bits);
  return { width, height, channels, bits, isSigned: false, samples };
}

function toRgb(samples: Uint8Array | Uint16Array, bits: number): void {
  if (samples instanceof Uint8Array) yCbCrToRgb(samples);
  else deepYCbCrToRgb(samples, bits);
}

function runDecoder(decoder: Decoder | JpegLsDecoder, bytes: Uint8Array): Frame {
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const isInterleaved = !("getInterleaveMode" in decoder) || decoder.getInterleaveMode() !== 0;
    return { info: decoder.getFrameInfo(), bytes: decoder.getDecodedBuffer(), isInterleaved };
  } finally {
    decoder.delete();
  }
}

function interleave<Samples extends Uint8Array | Uint16Array>(planes: Samples, channels: number): Samples {
  const count = planes.length / channels;
  const samples = planes.slice() as Samples;
  for (let channel = 0; channel < channels; channel++) {
    for (let i = 0, from = channel * count, to = channel; i < count; i++, from++, to += channels) {
      samples[to] = planes[from]!;
    }
  }
  return samples;
}

function assertPixels(pixels: number, { maxPx }: DecodeSamplesOptions): void {
  if (pixels <= maxPx) return;
  const message = `A part of this image has ${pixels} pixels. The limit for decoding is ${maxPx}.`;
  throw new SlideFileError("tooLarge", message);
}
