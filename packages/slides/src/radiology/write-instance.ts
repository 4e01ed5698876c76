/**
 * Rewrites a radiology DICOM file: the elements needed to show its images, new UIDs, the pixels frame by frame. Nothing
 * else is copied, so nothing can be hidden after the pixels or between them.
 *
 * Source: DICOM PS3.10, section 7.1; PS3.5, A.4 (encapsulation); PS3.15, annex E (UIDs are replaced).
 */
import type { FileHandle } from "node:fs/promises";
import type { UidChange } from "../deidentify/clean-dicom.ts";
import { damagedDicom } from "../dicom/damaged-dicom.ts";
import { ITEM_TAG, SEQUENCE_END_TAG, tagOf, UNDEFINED_LENGTH } from "../dicom/dicom-tags.ts";
import { type FrameReader, openFrames } from "../dicom/frame-reader.ts";
import { blankTexts } from "./blank-texts.ts";
import type { RadiologyInstance } from "./read-instance.ts";
import { SHOWN_ELEMENTS } from "./shown-elements.ts";
import type { FrameStorage } from "./stored-as.ts";
import { elementOf, inOrder, sequenceOf, textElement, writeShown } from "./write-elements.ts";

const META_VERSION_TAG = 0x00020001;
const META_INSTANCE_TAG = 0x00020003;
const IMPLEMENTATION_TAG = 0x00020012;
const META_LENGTH_TAG = 0x00020000;
const IDENTITY_REMOVED_TAG = 0x00120062;
/** Our own UID, generated once. Source: DICOM PS3.5, B.2. */
const IMPLEMENTATION_UID = "2.25.214748364731415926535897932384626";
/** Storage classes of the standard; others may be specific to a manufacturer and identify it. */
const STANDARD_CLASS = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.\d[\d.]{0,20}$/;
const SECONDARY_CAPTURE = "1.2.840.10008.5.1.4.1.1.7";
const ITEM_HEADER_BYTES = 8;
const BLOCK_BYTES = 4 * 2 ** 20;
/** The length of uncompressed pixels is stored in 32 bits. */
const MAX_NATIVE_BYTES = UNDEFINED_LENGTH - 1;

/** Destination of cleaned instances, which are concatenated. */
export interface InstanceSink {
  readonly file: FileHandle;
  position: number;
}

/**
 * @returns number of bytes written. @throws SlideFileError if the pixels do not match their description; the bytes
 *   already written must then be overwritten.
 */
export async function writeInstance(
  sink: InstanceSink,
  instance: RadiologyInstance,
  storage: FrameStorage,
  uids: UidChange,
): Promise<number> {
  const start = sink.position;
  const frames = await framesOf(instance, storage);
  try {
    await put(sink, headOf(instance, storage, uids, start));
    if (storage.codec === "native") await putNative(sink, instance, frames);
    else await putEncapsulated(sink, instance, frames);
  } catch (error) {
    sink.position = start;
    throw error;
  }
  return sink.position - start;
}

/** Bytes of a frame without compression. */
function frameBytesOf({ file: { dataSet }, rows, columns }: RadiologyInstance): number {
  const samples = dataSet.number("SamplesPerPixel") ?? 1;
  const isHalved = dataSet.text("PhotometricInterpretation") === "YBR_FULL_422";
  const samplesInRow = isHalved ? Math.ceil(columns / 2) * 4 : columns * samples;
  return samplesInRow * rows * ((dataSet.number("BitsAllocated") ?? 8) / 8);
}

export function framesOf(instance: RadiologyInstance, { codec }: FrameStorage): Promise<FrameReader> {
  return openFrames(instance.file, codec, instance.frames, frameBytesOf(instance));
}

/** @param position of the instance among the others: its identity if the file has none. */
function headOf(instance: RadiologyInstance, storage: FrameStorage, uids: UidChange, position: number): Buffer {
  const { dataSet } = instance.file;
  const sopClass = dataSet.text("SOPClassUID") ?? "";
  const sopClassUid = STANDARD_CLASS.test(sopClass) ? sopClass : SECONDARY_CAPTURE;
  const sopInstanceUid = uids.of(dataSet.text("SOPInstanceUID") ?? `at ${position}`);
  const meta = Buffer.concat([
    elementOf(META_VERSION_TAG, "OB", Buffer.from([0, 1])),
    textElement("MediaStorageSOPClassUID", sopClassUid),
    elementOf(META_INSTANCE_TAG, "UI", Buffer.from(sopInstanceUid)),
    textElement("TransferSyntaxUID", storage.transferSyntaxUid),
    elementOf(IMPLEMENTATION_TAG, "UI", Buffer.from(IMPLEMENTATION_UID)),
  ]);
  const metaLength = Buffer.alloc(4);
  metaLength.writeUInt32LE(meta.length);
  const elements = writeShown(dataSet, SHOWN_ELEMENTS);
  const frameOfReference = dataSet.text("FrameOfReferenceUID");
  for (const [keyword, uid] of [
    ["SOPClassUID", sopClassUid],
    ["SOPInstanceUID", sopInstanceUid],
    ["StudyInstanceUID", uids.of(instance.studyUid)],
    ["SeriesInstanceUID", uids.of(`${instance.studyUid} ${instance.seriesUid}`)],
    ...(frameOfReference ? ([["FrameOfReferenceUID", uids.of(frameOfReference)]] as const) : []),
    ["Modality", instance.modality],
  ] as const)
    elements.set(tagOf(keyword), textElement(keyword, uid));
  elements.set(IDENTITY_REMOVED_TAG, elementOf(IDENTITY_REMOVED_TAG, "CS", Buffer.from("YES"), 0x20));
  if (instance.frameGroups.length > 0) {
    const keyword = "PerFrameFunctionalGroupsSequence";
    elements.set(tagOf(keyword), sequenceOf(keyword, instance.frameGroups));
  }
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from("DICM"),
    elementOf(META_LENGTH_TAG, "UL", metaLength),
    meta,
    inOrder(elements),
  ]);
}

async function putNative(sink: InstanceSink, instance: RadiologyInstance, frames: FrameReader): Promise<void> {
  const { dataSet } = instance.file;
  const length = frameBytesOf(instance) * instance.frames;
  if (!Number.isInteger(length) || length > MAX_NATIVE_BYTES)
    throw damagedDicom("its pixels are not stored as it states");
  const isWords = dataSet.number("BitsAllocated") === 16;
  const header = elementOf(tagOf("PixelData"), "OW", Buffer.alloc(0));
  header.writeUInt32LE(length + (length % 2), 8);
  await put(sink, header);
  for (let frame = 0; frame < instance.frames; frame++) {
    const read = await frames.read(frame);
    if (read === null) throw damagedDicom("a part of its pixels is missing");
    const bytes = read.buffer.subarray(read.start);
    if (isWords && !dataSet.isLittleEndian) bytes.swap16();
    await put(sink, bytes);
  }
  if (length % 2 === 1) await put(sink, Buffer.alloc(1));
}

/** Each frame is one item; a table contains the start of each. */
async function putEncapsulated(sink: InstanceSink, instance: RadiologyInstance, frames: FrameReader): Promise<void> {
  const header = elementOf(tagOf("PixelData"), "OB", Buffer.alloc(0));
  header.writeUInt32LE(UNDEFINED_LENGTH, 8);
  const table = Buffer.alloc(instance.frames * 4);
  await put(sink, Buffer.concat([header, itemHeader(ITEM_TAG, table.length)]));
  const tablePosition = sink.position;
  await put(sink, table);
  const base = sink.position;
  for (let frame = 0; frame < instance.frames; frame++) {
    const read = await frames.read(frame);
    if (read === null) throw damagedDicom("a part of its pixels is missing");
    const bytes = read.buffer.subarray(read.start);
    blankTexts(bytes);
    const offset = sink.position - base;
    if (offset > MAX_NATIVE_BYTES) throw damagedDicom("its pixels are not stored as it states");
    table.writeUInt32LE(offset, frame * 4);
    const evenLength = bytes.length + (bytes.length % 2);
    await put(sink, itemHeader(ITEM_TAG, evenLength));
    await put(sink, bytes);
    if (evenLength !== bytes.length) await put(sink, Buffer.alloc(1));
  }
  await writeAll(sink.file, table, tablePosition);
  await put(sink, itemHeader(SEQUENCE_END_TAG, 0));
}

function itemHeader(tag: number, length: number): Buffer {
  const bytes = Buffer.alloc(ITEM_HEADER_BYTES);
  bytes.writeUInt16LE(tag >>> 16, 0);
  bytes.writeUInt16LE(tag & 0xffff, 2);
  bytes.writeUInt32LE(length, 4);
  return bytes;
}

async function put(sink: InstanceSink, bytes: Buffer): Promise<void> {
  await writeAll(sink.file, bytes, sink.position);
  sink.position += bytes.length;
}

/** Writes in a loop, since a nearly full disk accepts only a part. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const length = Math.min(BLOCK_BYTES, bytes.length - written);
    written += (await file.write(bytes, written, length, position + written)).bytesWritten;
  }
}
