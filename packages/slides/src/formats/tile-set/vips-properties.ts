/**
 * Slide properties that libvips writes beside the tiles of a slide: `vips-properties.xml`.
 *
 * Source: libvips, foreign/dzsave.c, and its list of header fields (xres and yres in pixels per millimetre).
 */
import type { EntryStore } from "../../archive/entry-store.ts";
import { physicalPixelSize } from "../../codec/physical-pixel-size.ts";
import { fieldsOf, numberOf, parseXml } from "./read-descriptor.ts";
import type { TileSetLayout } from "./tile-set-layout.ts";

type OwnFacts = Pick<TileSetLayout, "pixelSizeUm" | "objectivePower" | "properties">;

const MAX_BYTES = 4 * 2 ** 20;
const MAX_CHARACTERS = 1000;
const UM_PER_MM = 1000;
/** Properties of the slide itself; the others describe the program's work. */
const KEPT = /^(openslide|aperio|hamamatsu|leica|mirax|philips|ventana|dicom)\./;

const NOTHING: OwnFacts = { pixelSizeUm: null, objectivePower: null, properties: {} };

/** @returns nulls and no properties if the file is missing or empty. */
export async function readVipsFacts(store: EntryStore, path: string): Promise<OwnFacts> {
  const entry = store.find(path);
  if (entry === undefined || entry.bytes > MAX_BYTES) return NOTHING;
  const root = parseXml((await store.readFully(entry, MAX_BYTES)).toString("utf8"));
  const properties = fieldsOf(fieldsOf(root?.image)?.properties)?.property;
  const named = new Map<string, string>();
  for (const property of Array.isArray(properties) ? properties : [properties]) {
    const name = fieldsOf(property)?.name;
    const value = fieldsOf(property)?.value;
    const text = typeof value === "string" ? value : fieldsOf(value)?.["#text"];
    if (typeof name === "string" && typeof text === "string") named.set(name, text);
  }
  const power = numberOf(named.get("openslide.objective-power"));
  return {
    pixelSizeUm: pixelSizeOf(named),
    objectivePower: power > 0 ? power : null,
    properties: Object.fromEntries(
      [...named]
        .filter(([name, text]) => KEPT.test(name) && text.length <= MAX_CHARACTERS)
        .map(([name, text]) => [name, text]),
    ),
  };
}

function pixelSizeOf(named: ReadonlyMap<string, string>): OwnFacts["pixelSizeUm"] {
  const umOf = (axis: "x" | "y") => numberOf(named.get(`openslide.mpp-${axis}`));
  const [xUm, yUm] = [umOf("x"), umOf("y")];
  const isSaid = xUm > 0 && yUm > 0;
  const perMm = isSaid
    ? { x: UM_PER_MM / xUm, y: UM_PER_MM / yUm }
    : { x: numberOf(named.get("xres")), y: numberOf(named.get("yres")) };
  return physicalPixelSize(perMm);
}
