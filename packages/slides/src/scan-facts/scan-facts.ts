/**
 * What a slide's file says about its scan, in the same terms for every format, from a table of each format's own keys.
 *
 * Any of it may identify a patient (the scan date, a barcode, the only scanner of its kind): the application decides
 * who may see it.
 */
import type { SlideDescription, SlideFormat } from "../slide-source.ts";
import { isoDateOf } from "./scan-date.ts";

export interface ScanFacts {
  readonly scannerMaker: string | null;
  readonly scannerModel: string | null;
  readonly scannerSerial: string | null;
  /** ISO 8601, see `isoDateOf`; without a zone: local time at the scanner. */
  readonly scannedAt: string | null;
  /** Nominal magnification, e.g. 20. */
  readonly objectivePower: number | null;
  /** Numerical aperture, e.g. 0.75. */
  readonly objectiveNa: number | null;
  readonly stain: string | null;
  readonly barcode: string | null;
  readonly software: string | null;
}

type TextFact = "scannerMaker" | "scannerModel" | "scannerSerial" | "stain" | "barcode" | "software";

interface FormatKeys {
  /** Manufacturer of all scanners that write this format; used if the file does not name one. */
  readonly maker?: string;
  /** Keys to look up for each fact; the first one present is used. */
  readonly texts: { readonly [Fact in TextFact]?: readonly string[] };
  readonly objectiveNa?: readonly string[];
  /** Each entry: the key of the date, and the keys of its time and its zone where they are separate. */
  readonly dates: readonly (readonly [date: string, time?: string, zone?: string])[];
}

const TIFF_KEYS: FormatKeys = {
  texts: { scannerMaker: ["tiff.Make"], scannerModel: ["tiff.Model"], software: ["tiff.Software"] },
  dates: [["tiff.DateTime"]],
};

/** Sources: those given in each format's reader. */
const KEYS: { readonly [Format in SlideFormat]?: FormatKeys } = {
  svs: {
    maker: "Aperio",
    texts: {
      scannerModel: ["aperio.ScannerType", "aperio.Scanner Type"],
      scannerSerial: ["aperio.ScanScope ID"],
      stain: ["aperio.Stain"],
      barcode: ["aperio.Barcode", "aperio.BarCode", "aperio.Slide Barcode"],
      software: ["aperio.Software", "tiff.Software"],
    },
    objectiveNa: ["aperio.NA", "aperio.Objective NA"],
    dates: [["aperio.Date", "aperio.Time", "aperio.Time Zone"], ["tiff.DateTime"]],
  },
  ndpi: {
    maker: "Hamamatsu",
    texts: {
      scannerMaker: ["tiff.Make"],
      scannerModel: ["hamamatsu.Product", "tiff.Model"],
      scannerSerial: ["hamamatsu.NDP.S/N", "hamamatsu.SerialNumber"],
      // The text that the scanner read from the label.
      barcode: ["hamamatsu.Barcode", "hamamatsu.Reference"],
      software: ["tiff.Software"],
    },
    objectiveNa: ["hamamatsu.Objective.Lens.NA"],
    dates: [["tiff.DateTime"], ["hamamatsu.Created"]],
  },
  "leica-scn": {
    maker: "Leica",
    texts: {
      scannerModel: ["leica.device-model"],
      scannerSerial: ["leica.device-serial"],
      barcode: ["leica.barcode"],
      software: ["leica.device-version"],
    },
    objectiveNa: ["leica.aperture"],
    dates: [["leica.creation-date"]],
  },
  "philips-tiff": {
    maker: "Philips",
    texts: {
      scannerMaker: ["philips.DICOM_MANUFACTURER"],
      scannerModel: ["philips.DICOM_MANUFACTURERS_MODEL_NAME"],
      scannerSerial: ["philips.DICOM_DEVICE_SERIAL_NUMBER"],
      barcode: ["philips.PIM_DP_UFS_BARCODE"],
      software: ["philips.DICOM_SOFTWARE_VERSIONS", "tiff.Software"],
    },
    dates: [["philips.DICOM_ACQUISITION_DATETIME"]],
  },
  "ventana-bif": {
    maker: "Ventana",
    texts: {
      scannerModel: ["ventana.ScannerModel"],
      scannerSerial: ["ventana.UnitNumber"],
      barcode: ["ventana.Barcode1D", "ventana.Barcode2D"],
      software: ["ventana.BuildVersion"],
    },
    dates: [["ventana.ScanDate"], ["tiff.DateTime"]],
  },
  dicom: {
    texts: {
      scannerMaker: ["dicom.Manufacturer"],
      scannerModel: ["dicom.ManufacturerModelName"],
      scannerSerial: ["dicom.DeviceSerialNumber"],
      stain: ["dicom.Stain"],
      barcode: ["dicom.BarcodeValue"],
      software: ["dicom.SoftwareVersions"],
    },
    objectiveNa: ["dicom.ObjectiveLensNumericalAperture"],
    dates: [
      ["dicom.AcquisitionDateTime"],
      ["dicom.AcquisitionDate", "dicom.AcquisitionTime"],
      ["dicom.ContentDate"],
      ["dicom.StudyDate", "dicom.StudyTime"],
    ],
  },
  "ome-tiff": {
    texts: {
      scannerMaker: ["ome.MicroscopeManufacturer"],
      scannerModel: ["ome.MicroscopeModel"],
      software: ["ome.Creator"],
    },
    objectiveNa: ["ome.LensNA"],
    dates: [["ome.AcquisitionDate"]],
  },
  tiff: TIFF_KEYS,
  "plain-image": TIFF_KEYS,
};

const NO_KEYS: FormatKeys = { texts: {}, dates: [] };
const MAX_CHARACTERS = 200;
const MAX_APERTURE = 2;

export function scanFactsOf({
  format,
  objectivePower,
  properties,
}: Pick<SlideDescription, "format" | "objectivePower" | "properties">): ScanFacts {
  const { maker, texts, objectiveNa, dates } = KEYS[format] ?? NO_KEYS;
  const first = (keys: readonly string[] = []): string | null => {
    for (const key of keys) {
      const text = properties[key]?.trim();
      if (text) return text.slice(0, MAX_CHARACTERS);
    }
    return null;
  };
  const at = (key: string | undefined) => (key === undefined ? "" : (properties[key] ?? ""));
  const scannedAt = dates.reduce<string | null>(
    (found, [date, time, zone]) => found ?? isoDateOf(at(date), at(time), at(zone)),
    null,
  );
  const aperture = Number(first(objectiveNa) ?? Number.NaN);
  return {
    scannerMaker: first(texts.scannerMaker) ?? maker ?? null,
    scannerModel: first(texts.scannerModel),
    scannerSerial: first(texts.scannerSerial),
    scannedAt,
    objectivePower,
    objectiveNa: aperture > 0 && aperture <= MAX_APERTURE ? aperture : null,
    stain: first(texts.stain),
    barcode: first(texts.barcode),
    software: first(texts.software),
  };
}
