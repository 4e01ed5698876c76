/**
 * Writes the OME-XML of our own files: planes in the order channels, focal planes, time points, one directory each.
 *
 * Source: Open Microscopy Environment, schema 2016-06.
 */
import type { SlideDescription, SlidePlanes } from "../../slide-source.ts";

export interface OmeXmlFacts extends Pick<SlideDescription, "width" | "height" | "pixelSizeUm" | "objectivePower"> {
  readonly name: string;
  /** Processing of the samples, as a readable text. */
  readonly description: string;
  readonly acquisitionDate: string;
  readonly planes: SlidePlanes;
}

const NAMESPACE = "http://www.openmicroscopy.org/Schemas/OME/2016-06";

export function writeOmeXml(facts: OmeXmlFacts): string {
  const { width, height, pixelSizeUm, objectivePower, planes } = facts;
  const { channels, sampleBits, depths, depthSpacingUm, times } = planes;
  const isColour = channels.length === 0;
  const usedBits = Math.max(1, ...channels.map(({ window }) => Math.ceil(Math.log2(window.max + 1))));
  const pixels = attributes({
    ID: "Pixels:0",
    DimensionOrder: "XYCZT",
    Type: `uint${sampleBits}`,
    ...(isColour ? {} : { SignificantBits: Math.min(sampleBits, usedBits) }),
    BigEndian: "false",
    SizeX: width,
    SizeY: height,
    SizeC: isColour ? 3 : channels.length,
    SizeZ: depths,
    SizeT: times,
    ...(pixelSizeUm ? { PhysicalSizeX: pixelSizeUm.x, PhysicalSizeY: pixelSizeUm.y } : {}),
    ...(depthSpacingUm === null ? {} : { PhysicalSizeZ: depthSpacingUm }),
  });
  const channelElements = isColour
    ? `<Channel${attributes({ ID: "Channel:0:0", SamplesPerPixel: 3 })}/>`
    : channels
        .map(({ name, colour }, index) => {
          const ID = `Channel:0:${index}`;
          return `<Channel${attributes({ ID, Name: name, Color: colourNumber(colour), SamplesPerPixel: 1 })}/>`;
        })
        .join("");
  return [
    `<?xml version="1.0" encoding="UTF-8"?><OME xmlns="${NAMESPACE}" Creator="Parfocal">`,
    objectivePower === null ? "" : objectiveElement(objectivePower),
    `<Image${attributes({ ID: "Image:0", Name: facts.name })}>`,
    facts.acquisitionDate === "" ? "" : `<AcquisitionDate>${escaped(facts.acquisitionDate)}</AcquisitionDate>`,
    facts.description === "" ? "" : `<Description>${escaped(facts.description)}</Description>`,
    objectivePower === null ? "" : '<ObjectiveSettings ID="Objective:0:0"/>',
    `<Pixels${pixels}>${channelElements}<TiffData/></Pixels></Image></OME>`,
  ].join("");
}

function objectiveElement(power: number): string {
  const objective = attributes({ ID: "Objective:0:0", NominalMagnification: power });
  return `<Instrument ID="Instrument:0"><Objective${objective}/></Instrument>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join("");
}

/** Removes characters that XML does not allow. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** `#rrggbb` as a signed number: red in the highest byte, then green, blue, and opaque alpha. */
function colourNumber(colour: string): number {
  return (Number.parseInt(colour.slice(1), 16) * 256 + 255) | 0;
}
