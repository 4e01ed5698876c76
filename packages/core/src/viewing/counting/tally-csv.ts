/** A count as tables: one row per mark, and one row per category. */
import { type CsvCell, csvText } from "../../csv/csv-text.ts";
import { rounded } from "../../csv/rounded.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";
import { standingsOf, type Tally } from "./tally.ts";
import { type Counted, tallyResult } from "./tally-result.ts";

const MARK_HEADS = ["number", "category", "xUm", "yUm", "xPx", "yPx", "standing", "region"] as const;
const SUMMARY_HEADS = [
  "category",
  "count",
  "low",
  "high",
  "areaMm2",
  "perMm2",
  "perMm2Low",
  "perMm2High",
  "share",
  "shareLow",
  "shareHigh",
  "outside",
  "edge",
] as const;

/** The header row and its terms, in the reader's language. */
export interface TallyTableTexts {
  readonly marks: Readonly<Record<(typeof MARK_HEADS)[number], string>>;
  readonly summary: Readonly<Record<(typeof SUMMARY_HEADS)[number], string>>;
  readonly counted: string;
  readonly edge: string;
  readonly outside: string;
  readonly total: string;
}

/** Positions from the slide's top left corner, in µm and in full-resolution pixels; regions are numbered from 1. */
export function marksAsCsv(tally: Tally, pixel: PixelSizeUm, viewCenter: SlidePoint, texts: TallyTableTexts): string {
  const names = new Map(tally.categories.map(({ id, name }) => [id, name]));
  const standings = standingsOf(tally, pixel, viewCenter);
  const rows = tally.marks.map(({ categoryId, at: [x, y] }, index): CsvCell[] => {
    const { standing, region } = standings[index] ?? { standing: "outside", region: null };
    return [
      index + 1,
      names.get(categoryId) ?? "",
      rounded(x * pixel.x, 2),
      rounded(y * pixel.y, 2),
      rounded(x, 2),
      rounded(y, 2),
      texts[standing],
      region === null ? null : region + 1,
    ];
  });
  return csvText([MARK_HEADS.map((head) => texts.marks[head]), ...rows]);
}

function countedCells({ count, interval, density }: Counted, areaMm2: number | null): CsvCell[] {
  return [
    count,
    rounded(interval.low, 3),
    rounded(interval.high, 3),
    areaMm2 === null ? null : rounded(areaMm2, 6),
    ...(density ? [density.perMm2, density.interval.low, density.interval.high] : []).map((value) => rounded(value, 3)),
    ...(density ? [] : [null, null, null]),
  ];
}

/** One row per category, one for the total, and one for the reported ratio. */
export function summaryAsCsv(tally: Tally, pixel: PixelSizeUm, viewCenter: SlidePoint, texts: TallyTableTexts): string {
  const { categories, total, areaMm2, ratio } = tallyResult(tally, pixel, viewCenter);
  const share = (of: { value: number; interval: { low: number; high: number } } | null): CsvCell[] =>
    of ? [of.value, of.interval.low, of.interval.high].map((value) => rounded(value, 5)) : [null, null, null];
  const rows = categories.map((row): CsvCell[] => [
    row.category.name,
    ...countedCells(row, areaMm2),
    ...share(row.share),
    row.outside,
    row.edge,
  ]);
  const all: CsvCell[] = [texts.total, ...countedCells(total, areaMm2), ...share(null), total.outside, total.edge];
  const ofRatio: CsvCell[][] = ratio
    ? [
        [
          `${ratio.part.name} / (${ratio.part.name} + ${ratio.rest.name})`,
          ...Array<CsvCell>(7).fill(null),
          ...share(ratio),
          null,
          null,
        ],
      ]
    : [];
  return csvText([SUMMARY_HEADS.map((head) => texts.summary[head]), ...rows, all, ...ofRatio]);
}
