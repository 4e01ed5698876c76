/** File formats by their common names: proper names, the same in every language. */
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  svs: "Aperio SVS",
  tiff: "TIFF",
  ndpi: "Hamamatsu NDPI",
  "ome-tiff": "OME-TIFF",
  "leica-scn": "Leica SCN",
  "ventana-bif": "Ventana BIF",
  "philips-tiff": "Philips TIFF",
  dicom: "DICOM",
  "deep-zoom": "Deep Zoom",
  zoomify: "Zoomify",
  iiif: "IIIF",
};

/** @returns null for a format without a name of its own: a plain image, or a converted file. */
export const formatNameOf = (format: string): string | null => FORMAT_NAMES[format] ?? null;
