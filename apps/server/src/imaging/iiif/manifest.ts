/** Slides as a IIIF manifest: a canvas for each. Source: IIIF Presentation API 3.0; annex "Physical Dimensions". */
import { iiifImageAddress, type SharedPlace } from "@parfocal/core/iiif/viewer-addresses.ts";
import { isOnItsSide, uprightSizeOf } from "@parfocal/slides/region/upright-frame.ts";
import { largestSize } from "./image-request.ts";
import type { ManifestSlide } from "./manifest.queries.ts";

export const PRESENTATION_CONTEXT = "http://iiif.io/api/presentation/3/context.json";

const THUMBNAIL_SIDE_PX = 400;
const UM_PER_MM = 1000;

interface ManifestFacts extends SharedPlace {
  /** URL of the manifest itself. */
  readonly id: string;
  /** Null: hidden from the caller. */
  readonly title: string | null;
  /** Whether titles and slide information are hidden; the scale never is. */
  readonly isInformationHidden: boolean;
}

export function describeManifest(facts: ManifestFacts, slides: readonly ManifestSlide[]): object {
  return {
    "@context": PRESENTATION_CONTEXT,
    id: facts.id,
    type: "Manifest",
    label: inNoLanguage(facts.title ?? "Slides"),
    items: slides.map((slide, index) => describeCanvas(facts, slide, index)),
  };
}

function describeCanvas(facts: ManifestFacts, slide: ManifestSlide, index: number): object {
  const service = iiifImageAddress(facts, slide.imageId);
  const canvas = `${facts.origin}/iiif/presentation/3/canvas/${slide.imageId}`;
  const services = [{ id: service, type: "ImageService3", profile: "level2" }];
  const size = uprightSizeOf(slide);
  return {
    id: canvas,
    type: "Canvas",
    label: inNoLanguage(facts.isInformationHidden ? `Slide ${index + 1}` : slide.title),
    ...size,
    ...(facts.isInformationHidden ? {} : { metadata: metadataOf(slide) }),
    ...physicalScale(slide),
    thumbnail: [
      {
        id: `${service}/full/!${THUMBNAIL_SIDE_PX},${THUMBNAIL_SIDE_PX}/0/default.jpg`,
        type: "Image",
        format: "image/jpeg",
        service: services,
      },
    ],
    items: [
      {
        id: `${canvas}/page`,
        type: "AnnotationPage",
        items: [
          {
            id: `${canvas}/painting`,
            type: "Annotation",
            motivation: "painting",
            target: canvas,
            body: {
              id: `${service}/full/max/0/default.jpg`,
              type: "Image",
              format: "image/jpeg",
              ...largestSize(size, size),
              service: services,
            },
          },
        ],
      },
    ],
  };
}

/** Without anything that could identify a patient. */
function metadataOf({ objectivePower, pixelSizeXUm, pixelSizeYUm }: ManifestSlide): object[] {
  const facts: [en: string, de: string, value: string | null][] = [
    ["Objective", "Objektiv", objectivePower === null ? null : `${objectivePower}×`],
    ["Pixel size", "Pixelgröße", pixelSizeXUm === null ? null : `${pixelSizeXUm} × ${pixelSizeYUm ?? pixelSizeXUm} µm`],
  ];
  return facts.flatMap(([en, de, value]) =>
    value === null ? [] : [{ label: { en: [en], de: [de] }, value: inNoLanguage(value) }],
  );
}

/**
 * Millimetres per pixel. The annex has a single number, so pixels that are not square are described by their displayed
 * width.
 */
function physicalScale({ pixelSizeXUm, pixelSizeYUm, orientationDeg }: ManifestSlide): object {
  const acrossUm = isOnItsSide(orientationDeg) ? (pixelSizeYUm ?? pixelSizeXUm) : pixelSizeXUm;
  if (acrossUm === null) return {};
  return {
    service: [
      {
        "@context": "http://iiif.io/api/annex/services/physdim/1/context.json",
        profile: "http://iiif.io/api/annex/services/physdim",
        physicalScale: acrossUm / UM_PER_MM,
        physicalUnits: "mm",
      },
    ],
  };
}

const inNoLanguage = (text: string) => ({ none: [text] });
