/**
 * A slide served from the frames of one or several DICOM instances.
 */
import { copyPicture, encodeJpeg, type RawPicture } from "../codec/raw-picture.ts";
import type { OpenedSlide } from "../opening/opened-slide.ts";
import { coloursOf } from "../picture/channel-colours.ts";
import { tilePlaceOf } from "../picture/colour-tile.ts";
import {
  type AssociatedImage,
  type AssociatedImageName,
  checkPlane,
  type EncodedImage,
  FIRST_PLANE,
  type FileAnnotation,
  type Plane,
  type ReadTileOptions,
  type SlideLevel,
  type SlidePlanes,
  tileGridOf,
} from "../slide-source.ts";
import { downsampleOf } from "../tiff/choose-levels.ts";
import { absentColourOf } from "./absent-colour.ts";
import type { ChosenSlide } from "./choose-slide.ts";
import { ClosingGate } from "./closing-gate.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import { decodeFrame } from "./decode-frame.ts";
import { encodeAbsentTile, encodeTile, isPassedThrough, rawPictureOf, type TileKind } from "./encode-tile.ts";
import { orientationOf } from "./glass-geometry.ts";
import type { PictureStack } from "./picture-stack.ts";
import { readFileAnnotations } from "./read-annotations.ts";
import type { DicomAnnotations, DicomPicture, OpticalPath } from "./slide-object.ts";
import { type DicomPlanes, type LevelPlanes, levelPlanesOf, planeAt, planesOf } from "./slide-planes.ts";

interface DicomLevel {
  readonly facts: SlideLevel;
  readonly stacks: readonly PictureStack[];
  readonly planes: LevelPlanes;
}

/** Properties from the label. */
const LABEL_KEYS = ["dicom.BarcodeValue", "dicom.LabelText"] as const;

const ASSOCIATED_QUALITY = 90;

export class DicomSlideSource implements OpenedSlide {
  readonly format = "dicom";
  readonly levels: readonly SlideLevel[];
  readonly associatedImages: readonly AssociatedImage[];
  readonly planes: SlidePlanes | null;
  readonly isRecoding: boolean;
  readonly properties: Readonly<Record<string, string>>;
  readonly #base: DicomPicture;
  readonly #slide: ChosenSlide;
  readonly #annotations: readonly DicomAnnotations[];
  readonly #levels: readonly DicomLevel[];
  readonly #depths: number;
  readonly #tileKind: TileKind;
  readonly #gate: ClosingGate;

  /** @param close closes the container of the files. @throws SlideFileError if the slide cannot be assembled. */
  constructor(slide: ChosenSlide, annotations: readonly DicomAnnotations[], close: () => Promise<void>) {
    const base = slide.levels[0]!;
    this.#slide = slide;
    this.#base = base[0]!.facts;
    this.#annotations = annotations;
    this.#gate = new ClosingGate(close);
    const planes = planesOf(base);
    const { samples } = this.#base;
    const isInChannels = samples.samplesPerPixel === 1 && (planes.paths.length > 1 || samples.bitsAllocated === 16);
    const shownPaths = isInChannels ? planes.paths : planes.paths.slice(0, 1);
    this.#levels = levelsOf(slide, shownPaths);
    this.#depths = planes.depths;
    this.#tileKind = {
      channelBits: isInChannels ? samples.bitsAllocated : null,
      absentColour: absentColourOf(this.#base.absentPixelLab),
    };
    this.levels = this.#levels.map(({ facts }) => facts);
    this.planes = slidePlanesOf(planes, isInChannels, this.#base);
    this.isRecoding = this.#levels.some(({ stacks }) => !stacks.every(isPassedThrough));
    this.associatedImages = slide.associatedImages.map(({ name, stack }) => ({
      name,
      width: stack.facts.width,
      height: stack.facts.height,
    }));
    this.properties = propertiesOf(slide, this.#base);
  }

  get width() {
    return this.#base.width;
  }
  get height() {
    return this.#base.height;
  }
  get pixelSizeUm() {
    return this.#base.pixelSizeUm;
  }
  get objectivePower() {
    return this.#base.objectivePower;
  }
  get orientationDeg() {
    return orientationOf(this.#base.place);
  }

  async readTile(level: number, x: number, y: number, options: ReadTileOptions = {}): Promise<EncodedImage> {
    const { signal, plane = FIRST_PLANE } = options;
    checkPlane(this, plane);
    const facts = this.levels[level];
    const grid = facts && tileGridOf(facts);
    const exists = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0;
    if (!facts || !grid || !exists || x >= grid.columns || y >= grid.rows) {
      throw new RangeError(`Tile ${level}/${x}/${y} does not exist.`);
    }
    signal?.throwIfAborted();
    return this.#gate.use(() => this.#readTile(this.#levels[level]!, x, y, plane, signal));
  }

  async #readTile(
    { facts, planes }: DicomLevel,
    x: number,
    y: number,
    { channel, depth: requestedDepth }: Plane,
    signal?: AbortSignal,
  ): Promise<EncodedImage> {
    const { stack, path, depth } = planeAt(planes, channel, requestedDepth, this.#depths);
    const place = tilePlaceOf(facts, x, y);
    const index = stack.order.frameOf(x, y, path, depth);
    const frame = index < 0 ? null : await stack.readFrame(index, signal);
    signal?.throwIfAborted();
    if (frame === null) return encodeAbsentTile(place, this.#tileKind);
    return encodeTile(frame, stack, place, this.#tileKind, signal);
  }

  async readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage> {
    const image = this.#slide.associatedImages.find((candidate) => candidate.name === name);
    if (image === undefined) throw new RangeError(`This slide has no ${name}.`);
    signal?.throwIfAborted();
    return this.#gate.use(() => readFully(image.stack, signal));
  }

  /** In the order of the files. */
  readAnnotations(): Promise<readonly FileAnnotation[]> {
    const pictures = this.#levels.flatMap(({ stacks }) => stacks.map(({ facts }) => facts));
    return this.#gate.use(() => readFileAnnotations(this.#annotations, pictures));
  }

  /** @throws SlideFileError if a frame is at an invalid position. */
  checkIndex(signal?: AbortSignal): Promise<void> {
    return this.#gate.use(async () => {
      for (const { stacks } of this.#levels) for (const stack of stacks) await stack.check(signal);
      for (const { stack } of this.#slide.associatedImages) await stack.check(signal);
    });
  }

  /** Waits for pending reads. */
  close(): Promise<void> {
    return this.#gate.close();
  }
}

/** Levels with all channels of the slide. */
function levelsOf({ levels }: ChosenSlide, paths: readonly OpticalPath[]): DicomLevel[] {
  const base = levels[0]![0]!.facts;
  return levels.flatMap((stacks, index) => {
    const planes = levelPlanesOf(stacks, paths);
    if (planes === null) return [];
    const [first] = stacks;
    const { facts, grid } = first!;
    const { width, height } = facts;
    const isOneGrid = stacks.every(
      (stack) => stack.grid.tileWidth === grid.tileWidth && stack.grid.tileHeight === grid.tileHeight,
    );
    if (!isOneGrid) {
      if (index > 0) return [];
      throw damagedDicom("its channels have tiles of different sizes");
    }
    const downsample = index === 0 ? 1 : downsampleOf(base, facts);
    return [
      { facts: { width, height, tileWidth: grid.tileWidth, tileHeight: grid.tileHeight, downsample }, stacks, planes },
    ];
  });
}

function slidePlanesOf(
  { paths, depths, depthSpacingUm }: DicomPlanes,
  isInChannels: boolean,
  base: DicomPicture,
): SlidePlanes | null {
  if (!isInChannels && depths === 1) return null;
  const { bitsAllocated, bitsStored } = base.samples;
  const window = base.window ?? { min: 0, max: 2 ** bitsStored - 1 };
  const shown = isInChannels ? paths : [];
  const facts = shown.map((path, index) => ({
    name: channelNameOf(path, index),
    fluor: "",
    emissionNm: path.wavelengthNm,
    colour: null,
  }));
  const colours = coloursOf(facts);
  return {
    channels: facts.map(({ name }, index) => ({ name, colour: colours[index]!, window })),
    sampleBits: bitsAllocated,
    depths,
    depthSpacingUm,
    times: 1,
  };
}

function channelNameOf({ name, identifier, wavelengthNm }: OpticalPath, index: number): string {
  if (name !== null) return name;
  if (wavelengthNm !== null) return `${Math.round(wavelengthNm)} nm`;
  return identifier !== "" && !/^\d+$/.test(identifier) ? identifier : `Channel ${index + 1}`;
}

function propertiesOf({ associatedImages }: ChosenSlide, base: DicomPicture): Record<string, string> {
  const label = associatedImages.find(({ name }) => name === "label")?.stack.facts.properties ?? {};
  const fromLabel = LABEL_KEYS.flatMap((key) => (label[key] === undefined ? [] : [[key, label[key]] as const]));
  return { ...Object.fromEntries(fromLabel), ...base.properties };
}

/** Assembles an image from its frames; a single JPEG is passed through. */
async function readFully(stack: PictureStack, signal?: AbortSignal): Promise<EncodedImage> {
  const { width, height, samples, absentPixelLab } = stack.facts;
  const { columns, rows, tileWidth, tileHeight } = stack.grid;
  const kind: TileKind = { channelBits: null, absentColour: absentColourOf(absentPixelLab) };
  if (columns * rows === 1) {
    const frame = await readFirstPlane(stack, 0, 0, signal);
    return frame === null
      ? encodeAbsentTile({ width, height }, kind)
      : encodeTile(frame, stack, { width, height }, kind, signal);
  }
  const background = Buffer.from(kind.absentColour);
  const whole: RawPicture = { width, height, channels: 3, samples: Buffer.alloc(width * height * 3, background) };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      signal?.throwIfAborted();
      const frame = await readFirstPlane(stack, column, row, signal);
      if (frame === null) continue;
      const tile = await decodeFrame(frame, stack.codec, samples, signal);
      copyPicture(rawPictureOf(tile), whole, column * tileWidth, row * tileHeight);
    }
  }
  return encodeJpeg(whole, ASSOCIATED_QUALITY);
}

async function readFirstPlane(stack: PictureStack, column: number, row: number, signal?: AbortSignal) {
  const index = stack.order.frameOf(column, row, 0, 0);
  return index < 0 ? null : stack.readFrame(index, signal);
}
