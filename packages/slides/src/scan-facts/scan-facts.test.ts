import { describe, expect, it } from "vitest";
import type { SlideFormat } from "../slide-source.ts";
import { isoDateOf } from "./scan-date.ts";
import { type ScanFacts, scanFactsOf } from "./scan-facts.ts";

describe("a date of a scan", () => {
  const cases: [date: string, time: string, zone: string, iso: string | null][] = [
    ["12/29/09", "09:59:15", "", "2009-12-29T09:59:15"],
    ["12/29/2009", "09:59:15", "GMT-05:00", "2009-12-29T09:59:15-05:00"],
    ["02/03/98", "", "", "1998-02-03"],
    ["13/29/09", "", "", null],
    ["2017:02:07 13:07:45", "", "", "2017-02-07T13:07:45"],
    ["2011/05/23", "", "", "2011-05-23"],
    ["20091229095915", "", "", "2009-12-29T09:59:15"],
    ["20160718122300.000000", "", "", "2016-07-18T12:23:00"],
    ["20160718122300.000000+0200", "", "", "2016-07-18T12:23:00+02:00"],
    ["20190604", "101000", "", "2019-06-04T10:10:00"],
    ["2010-11-24T15:18:13.82Z", "", "", "2010-11-24T15:18:13Z"],
    ["10/3/2012 7:22:33 PM", "", "", "2012-10-03T19:22:33"],
    ["2010-02-31", "", "", null],
    ["20091229", "2561", "", "2009-12-29"],
    ["yesterday", "", "", null],
    ["", "", "", null],
  ];
  for (const [date, time, zone, iso] of cases) {
    it(`${date} ${time} ${zone}: ${iso}`, () => expect(isoDateOf(date, time, zone)).toBe(iso));
  }
});

describe("the facts of a scan", () => {
  const nothing: ScanFacts = {
    scannerMaker: null,
    scannerModel: null,
    scannerSerial: null,
    scannedAt: null,
    objectivePower: 20,
    objectiveNa: null,
    stain: null,
    barcode: null,
    software: null,
  };
  /** Properties as in real files. */
  const cases: [SlideFormat, Record<string, string>, Partial<ScanFacts>][] = [
    [
      "svs",
      { "aperio.ScanScope ID": "CPAPERIOCS", "aperio.Date": "12/29/09", "aperio.Time": "09:59:15" },
      { scannerMaker: "Aperio", scannerSerial: "CPAPERIOCS", scannedAt: "2009-12-29T09:59:15" },
    ],
    [
      "ndpi",
      {
        "tiff.Make": "Hamamatsu",
        "tiff.Model": "C9600-12",
        "tiff.Software": "NDP.scan 2.5.89",
        "tiff.DateTime": "2017:02:07 13:07:45",
        "hamamatsu.NDP.S/N": "950291",
        "hamamatsu.Reference": "S12-1",
      },
      {
        scannerMaker: "Hamamatsu",
        scannerModel: "C9600-12",
        scannerSerial: "950291",
        scannedAt: "2017-02-07T13:07:45",
        software: "NDP.scan 2.5.89",
        barcode: "S12-1",
      },
    ],
    [
      "philips-tiff",
      { "philips.DICOM_MANUFACTURER": "PHILIPS", "philips.PIM_DP_UFS_BARCODE": "S16-1234 A" },
      { scannerMaker: "PHILIPS", barcode: "S16-1234 A" },
    ],
    [
      "dicom",
      {
        "dicom.Manufacturer": "Test",
        "dicom.Stain": "Hematoxylin stain",
        "dicom.StudyDate": "20190604",
        "dicom.StudyTime": "101000",
        "dicom.ObjectiveLensNumericalAperture": "0.75",
      },
      { scannerMaker: "Test", stain: "Hematoxylin stain", scannedAt: "2019-06-04T10:10:00", objectiveNa: 0.75 },
    ],
    ["dicom", { "dicom.ObjectiveLensNumericalAperture": "75", "dicom.Manufacturer": " " }, {}],
    [
      "ome-tiff",
      { "ome.AcquisitionDate": "2011-05-23T10:00:00", "ome.Creator": "OME" },
      { scannedAt: "2011-05-23T10:00:00", software: "OME" },
    ],
    ["tiff", { "tiff.Make": "Nikon" }, { scannerMaker: "Nikon" }],
    ["deep-zoom", { "tiff.Make": "Nikon" }, {}],
  ];
  for (const [format, properties, expected] of cases) {
    it(`of ${format} with ${Object.keys(properties)[0]}`, () => {
      expect(scanFactsOf({ format, properties, objectivePower: 20 })).toEqual({ ...nothing, ...expected });
    });
  }

  it("are truncated to 200 characters", () => {
    const { scannerMaker } = scanFactsOf({
      format: "tiff",
      properties: { "tiff.Make": "x".repeat(5000) },
      objectivePower: null,
    });
    expect(scannerMaker).toHaveLength(200);
  });
});
