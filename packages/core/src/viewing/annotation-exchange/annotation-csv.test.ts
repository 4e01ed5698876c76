import { describe, expect, it } from "vitest";
import { readRawCsv } from "../../csv/read-csv.ts";
import { ANNOTATION_CSV_COLUMNS, annotationCsvHead, annotationCsvRow, readAnnotationCsv } from "./annotation-csv.ts";
import { FileProblem } from "./exchanged-annotation.ts";
import { exchanged } from "./testing/exchanged.ts";

const rowOf = (options: Parameters<typeof exchanged>[0]) => {
  const cells = readRawCsv(annotationCsvRow(exchanged(options)))[0] ?? [];
  return Object.fromEntries(ANNOTATION_CSV_COLUMNS.map((name, at) => [name, cells[at]]));
};

describe("the table of annotations", () => {
  it("starts with the UTF-8 byte order mark and its columns", () => {
    expect(annotationCsvHead()).toBe(
      "\uFEFForder,id,typeId,type,title,content,link,author,authorKind,lengthUm,areaUm2,includeMeasurement,zoom," +
        "createdAt,updatedAt,wkt\r\n",
    );
  });
  it("has coordinates as WKT in slide pixels, and the author", () => {
    expect(rowOf({ isStudent: true, author: "Leo Learner", zoom: 2.5 })).toMatchObject({
      order: "1",
      id: "7",
      typeId: "211",
      type: "polygon",
      author: "Leo Learner",
      authorKind: "student",
      zoom: "2.5",
      wkt: "POLYGON ((10 20, 110 20, 110 70, 10 20))",
    });
  });

  const measured: [Parameters<typeof exchanged>[0], lengthUm: string, areaUm2: string][] = [
    [{ measurement: { kind: "length", value: 250, unit: "µm" } }, "250", ""],
    [{ measurement: { kind: "length", value: 1.5, unit: "mm" } }, "1500", ""],
    [{ measurement: { kind: "area", value: 12.25, unit: "µm²" } }, "", "12.25"],
    [{ measurement: { kind: "area", value: 2.37, unit: "mm²" } }, "", "2370000"],
    [{ measurement: null }, "", ""],
  ];
  for (const [options, lengthUm, areaUm2] of measured) {
    it(`reports ${JSON.stringify(options?.measurement)} in µm and µm²`, () => {
      expect(rowOf(options)).toMatchObject({ lengthUm, areaUm2 });
    });
  }

  /** Rule D-11: in each user-written field. */
  const payloads = [
    "=1+1",
    "+1",
    "-1+1",
    "@A1",
    "\t=1",
    "\r=1",
    " =1",
    "|calc",
    "%0A",
    "＝1",
    "x\n=1+1",
    '=HYPERLINK("x","y")',
  ];
  for (const payload of payloads) {
    it(`has no formula in any field: ${JSON.stringify(payload)}`, () => {
      const cells = rowOf({ title: payload, content: payload, link: payload, author: payload });
      for (const name of ["title", "content", "link", "author"] as const) {
        for (const line of (cells[name] ?? "").split(/[\r\n]+/)) {
          if (line !== "x") expect(line, name).toMatch(/^'/);
        }
      }
    });
  }
});

describe("a table from another program", () => {
  const read = (text: string) => [...readAnnotationCsv(text)];
  it("needs wkt and a title or content, in any order and case", () => {
    const [entry] = read("Slide;WKT;Title\r\nK1;POINT (1 2);A mitosis\r\n");
    expect(entry).toMatchObject({
      index: 1,
      name: "A mitosis",
      read: {
        ok: true,
        annotation: { title: "A mitosis", typeId: null, order: null, shape: { kind: "point", point: [1, 2] } },
      },
    });
  });
  it("reports invalid rows one by one", () => {
    const entries = read('title,wkt\nA,POINT (1 2)\nB,POINT (1)\nC,\nD,"LINESTRING (0 0, 1 1)"');
    expect(entries.map(({ read }) => read.ok)).toEqual([true, false, false, true]);
    expect(entries[1]).toMatchObject({
      index: 2,
      name: "B",
      read: { problem: "Expected a number at character 9 of the geometry." },
    });
  });
  it("without these columns is rejected", () => {
    expect(() => read("title,x,y\nA,1,2")).toThrow(new FileProblem("The table has no “wkt” column."));
    expect(() => read("wkt\nPOINT (1 2)")).toThrow(FileProblem);
  });
});
