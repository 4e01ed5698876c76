/**
 * Allowlist for an OME-XML document: arrangement of planes, names and display of channels, scale, objective. Omits
 * persons, dates, image names, descriptions and annotations.
 */
import { readXml, type XmlElement } from "../xml/read-xml.ts";
import type { IfdChange, Secrets } from "./cleaning.ts";

/** Allowed attributes by element. Source: OME schema 2016-06. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  OME: ["xmlns", "UUID", "Creator"],
  Instrument: ["ID"],
  Objective: ["ID", "Manufacturer", "Model", "NominalMagnification", "CalibratedMagnification", "LensNA", "Immersion"],
  Microscope: ["Manufacturer", "Model"],
  Image: ["ID"],
  InstrumentRef: ["ID"],
  ObjectiveSettings: ["ID"],
  Pixels: [
    ...["ID", "DimensionOrder", "Type", "PixelType", "SignificantBits", "Interleaved", "BigEndian"],
    ...["SizeX", "SizeY", "SizeZ", "SizeC", "SizeT", "PhysicalSizeX", "PhysicalSizeY", "PhysicalSizeZ"],
    ...["PhysicalSizeXUnit", "PhysicalSizeYUnit", "PhysicalSizeZUnit", "TimeIncrement", "TimeIncrementUnit"],
  ],
  Channel: [
    ...["ID", "Name", "Fluor", "Color", "SamplesPerPixel", "EmissionWavelength", "EmissionWavelengthUnit"],
    ...["ExcitationWavelength", "ExcitationWavelengthUnit", "ContrastMethod", "IlluminationType", "AcquisitionMode"],
  ],
  TiffData: ["IFD", "FirstC", "FirstZ", "FirstT", "PlaneCount", "NumPlanes"],
  UUID: [],
  MetadataOnly: [],
};
const KEPT_TEXTS: ReadonlySet<string> = new Set(["UUID"]);

export function cleanOmeXml(xml: string, secrets: Secrets, ifdOf: IfdChange): string {
  secrets.addXml(xml);
  const comments = xml.match(/<!--[\s\S]*?-->/g) ?? [];
  for (const comment of comments) secrets.add(comment.slice(4, -3));
  const root = readXml(xml);
  const text = written(root, ifdOf);
  return text === null ? "" : `<?xml version="1.0" encoding="UTF-8"?>${text}`;
}

/** null: removed. */
function written({ name, attributes, elements, text }: XmlElement, ifdOf: IfdChange): string | null {
  const retained = Object.hasOwn(KEPT, name) ? KEPT[name] : undefined;
  if (retained === undefined) return null;
  const values = retained.flatMap((key) => (Object.hasOwn(attributes, key) ? [[key, attributes[key]!] as const] : []));
  const moved =
    name === "TiffData" ? values.map(([key, value]) => [key, key === "IFD" ? movedIfd(value, ifdOf) : value]) : values;
  // An Image element is removed together with its unlinked images.
  if (name === "Image" && isUnlinked(elements, ifdOf)) return null;
  const inner = elements.map((element) => written(element, ifdOf) ?? "").join("");
  const own = KEPT_TEXTS.has(name) ? escaped(text) : "";
  return `<${name}${moved.map(([key, value]) => ` ${key}="${escaped(value!)}"`).join("")}>${own}${inner}</${name}>`;
}

const movedIfd = (value: string, ifdOf: IfdChange) => String(ifdOf(Number(value)) ?? 0);

function isUnlinked(elements: readonly XmlElement[], ifdOf: IfdChange): boolean {
  const data = elements.filter(({ name }) => name === "Pixels").flatMap(({ elements: inner }) => inner);
  const ifds = data.filter(({ name }) => name === "TiffData").flatMap(({ attributes }) => attributes.IFD ?? []);
  return ifds.length > 0 && ifds.every((ifd) => ifdOf(Number(ifd)) === null);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
