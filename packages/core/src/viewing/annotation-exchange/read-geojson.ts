/**
 * Reads annotations from GeoJSON: Parfocal's own, QuPath's (annotations and detections), and bare geometries.
 *
 * Sources: RFC 7946, section 3; QuPath, QuPathTypeAdapters.java (a file is a FeatureCollection, an array of features,
 * one feature or one geometry; a class is an object with `name` or `names`, in old files with `colorRGB`).
 */
import { type Fields, fieldsOf } from "../../platform/json-fields.ts";
import { entryOf, type FileAnnotation, type FileEntry, FileProblem } from "./exchanged-annotation.ts";
import { shapeOfGeometry } from "./geojson-geometry.ts";
import { fittingTypeId } from "./imported-type.ts";
import { depthOfJson, JSON_MAX_DEPTH } from "./json-depth.ts";

const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const asNumber = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

function parseFile(text: string): unknown {
  if (depthOfJson(text) > JSON_MAX_DEPTH)
    throw new FileProblem(`The file is nested more than ${JSON_MAX_DEPTH} levels deep.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FileProblem("The file is not valid JSON.", { cause: error });
  }
}

function featuresOf(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  const { type, features } = fieldsOf(data);
  if (type === "FeatureCollection") {
    if (!Array.isArray(features)) throw new FileProblem("The file is a FeatureCollection without features.");
    return features;
  }
  if (typeof type !== "string") throw new FileProblem("The file is JSON but not GeoJSON: “type” is missing.");
  return [data];
}

/** Some programs write a class as a Python literal: `{'name': 'Tumor'}`. */
const PRINTED_CLASS = /^\s*\{.*?'name'\s*:\s*'([^']*)'/s;

function classNameOf(classification: unknown): string {
  if (typeof classification === "string") return PRINTED_CLASS.exec(classification)?.[1] ?? classification;
  const { name, names } = fieldsOf(classification);
  return Array.isArray(names) ? names.filter((part) => typeof part === "string").join(": ") : asText(name);
}

/** Title of an entry without name and class, by `objectType`. */
const UNNAMED: Readonly<Record<string, string>> = {
  detection: "Detection",
  cell: "Cell",
  tile: "Tile",
  tma_core: "TMA core",
};
const UNNAMED_OTHER = "Annotation";

/** Texts of entries written by other programs: the name, and the class if it differs. */
function foreignTexts({ name, classification, objectType }: Fields): { title: string; content: string } {
  const className = classNameOf(classification).trim();
  const ownName = asText(name).trim();
  const type = asText(objectType);
  const title = ownName || className || (Object.hasOwn(UNNAMED, type) ? UNNAMED[type] : undefined) || UNNAMED_OTHER;
  return { title, content: className === title ? "" : className };
}

function annotationOf(properties: Fields, geometry: unknown): FileAnnotation {
  const shape = shapeOfGeometry(geometry);
  const own = fieldsOf(properties.parfocal);
  const isSameOrigin = properties.parfocal !== undefined && typeof own.content === "string";
  const texts = isSameOrigin
    ? { title: asText(properties.name), content: asText(own.content) }
    : foreignTexts(properties);
  return {
    ...texts,
    shape,
    typeId: fittingTypeId(own.typeId, shape, texts),
    link: asText(own.link),
    zoom: asNumber(own.zoom),
    includeMeasurement: own.includeMeasurement === true,
    order: asNumber(own.order),
  };
}

/** Each geometry of a collection is an annotation. */
function geometriesOf(geometry: unknown): readonly unknown[] {
  const { type, geometries } = fieldsOf(geometry);
  return type === "GeometryCollection" && Array.isArray(geometries) && geometries.length > 0
    ? geometries.flatMap(geometriesOf)
    : [geometry];
}

function* entriesOf(features: readonly unknown[]): Generator<FileEntry> {
  for (const [at, feature] of features.entries()) {
    const fields = fieldsOf(feature);
    const isFeature = fields.type === "Feature";
    const properties = isFeature ? fieldsOf(fields.properties) : {};
    const name = asText(properties.name).trim() || classNameOf(properties.classification).trim();
    let nuclei = fields.nucleusGeometry === undefined || fields.nucleusGeometry === null ? 0 : 1;
    for (const geometry of geometriesOf(isFeature ? fields.geometry : feature)) {
      yield entryOf({ index: at + 1, name, nuclei }, () => annotationOf(properties, geometry));
      nuclei = 0;
    }
  }
}

/**
 * Entries are read lazily.
 *
 * @throws FileProblem if the text is not GeoJSON.
 */
export function readGeoJson(text: string): Iterable<FileEntry> {
  return entriesOf(featuresOf(parseFile(text)));
}
