/** Writes a small PDF: pages of a few lines in Helvetica, which every PDF reader has, with an outline and links. */

/** Points (1/72 inch): A5. */
const WIDTH = 420;
const HEIGHT = 595;
const MARGIN = 48;
const HEADING_SIZE = 20;
const TEXT_SIZE = 12;
const LINE_HEIGHT = 18;
/** Average width of Helvetica letters, as a share of their size. */
const LETTER_WIDTH = 0.52;

/** A line of text; a link leads to a page of the book (from 1) or to a URL. */
type PdfLine = string | { readonly text: string; readonly link: number | string };

export interface PdfPage {
  readonly heading: string;
  /** Characters of ISO 8859-1; each line fits the page width. */
  readonly lines: readonly PdfLine[];
  /** In the outline: 1 begins a chapter, 2 is a part of the preceding one; omitted: the page is not in the outline. */
  readonly level?: 1 | 2;
  /** Drawing operators of PDF; origin at the bottom left, in points. */
  readonly figure?: string;
}

interface OutlineEntry {
  readonly title: string;
  /** Page index. */
  readonly page: number;
  readonly parts: OutlineEntry[];
}

const CATALOG = 1;
const PAGES = 2;
const FONT = 3;
const FIRST_PAGE = 4;

export function drawDemoPdf(pages: readonly PdfPage[]): Buffer {
  const pageNumber = (index: number) => FIRST_PAGE + 2 * index;
  const outline = writeOutline(readOutline(pages), FIRST_PAGE + 2 * pages.length, pageNumber);
  const outlines = outline.length > 0 ? `/Outlines ${FIRST_PAGE + 2 * pages.length} 0 R /PageMode /UseOutlines ` : "";
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog ${outlines}/Pages ${PAGES} 0 R >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((page, index) => {
      const drawing = drawingOf(page);
      const box = `/MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F ${FONT} 0 R >> >>`;
      const links = page.lines.flatMap((line, at) => (typeof line === "string" ? [] : [linkOf(line, at, pageNumber)]));
      const annotations = links.length > 0 ? ` /Annots [${links.join(" ")}]` : "";
      return [
        `<< /Type /Page /Parent ${PAGES} 0 R ${box}${annotations} /Contents ${pageNumber(index) + 1} 0 R >>`,
        `<< /Length ${Buffer.byteLength(drawing, "latin1")} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
    ...outline,
  ];
  return fileOf(objects);
}

const escapeText = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`);

const textAt = (y: number, size: number, text: string): string =>
  `BT /F ${size} Tf ${MARGIN} ${y} Td (${escapeText(text)}) Tj ET`;

const TOP = HEIGHT - MARGIN - HEADING_SIZE;
const yOfLine = (index: number): number => TOP - (index + 2) * LINE_HEIGHT;
const textOf = (line: PdfLine): string => (typeof line === "string" ? line : line.text);

function drawingOf({ heading, lines, figure }: PdfPage): string {
  return [
    textAt(TOP, HEADING_SIZE, heading),
    ...lines.map((line, index) => {
      const text = textAt(yOfLine(index), TEXT_SIZE, textOf(line));
      return typeof line === "string" ? text : `0 0 0.7 rg ${text} 0 g`;
    }),
    ...(figure === undefined ? [] : [`q ${figure} Q`]),
  ].join("\n");
}

function linkOf(
  { text, link }: Exclude<PdfLine, string>,
  index: number,
  pageNumber: (index: number) => number,
): string {
  const y = yOfLine(index);
  const right = MARGIN + Math.round(text.length * TEXT_SIZE * LETTER_WIDTH);
  const target =
    typeof link === "number"
      ? `/Dest [${pageNumber(link - 1)} 0 R /XYZ ${MARGIN} ${HEIGHT} 0]`
      : `/A << /S /URI /URI (${escapeText(link)}) >>`;
  return `<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [${MARGIN} ${y - 4} ${right} ${y + TEXT_SIZE}] ${target} >>`;
}

function readOutline(pages: readonly PdfPage[]): readonly OutlineEntry[] {
  const chapters: OutlineEntry[] = [];
  for (const [page, { heading, level }] of pages.entries()) {
    if (level === undefined) continue;
    const list = level === 1 ? chapters : (chapters.at(-1)?.parts ?? chapters);
    list.push({ title: heading, page, parts: [] });
  }
  return chapters;
}

/**
 * @param first number of the outline's first object. @returns its objects: the root, then each entry followed by its
 * parts.
 */
function writeOutline(
  chapters: readonly OutlineEntry[],
  first: number,
  pageNumber: (index: number) => number,
): readonly string[] {
  if (chapters.length === 0) return [];
  const objects: string[] = [""];
  const write = (list: readonly OutlineEntry[], parent: number): { readonly first: number; readonly last: number } => {
    const numbers = list.map((entry) => {
      const number = first + objects.length;
      objects.push("");
      const parts = entry.parts.length > 0 ? write(entry.parts, number) : null;
      return { entry, number, parts };
    });
    for (const [at, { entry, number, parts }] of numbers.entries()) {
      const before = numbers[at - 1];
      const after = numbers[at + 1];
      objects[number - first] = [
        `<< /Title (${escapeText(entry.title)}) /Parent ${parent} 0 R`,
        `/Dest [${pageNumber(entry.page)} 0 R /XYZ 0 ${HEIGHT} 0]`,
        ...(before ? [`/Prev ${before.number} 0 R`] : []),
        ...(after ? [`/Next ${after.number} 0 R`] : []),
        ...(parts ? [`/First ${parts.first} 0 R /Last ${parts.last} 0 R /Count -${entry.parts.length}`] : []),
        ">>",
      ].join(" ");
    }
    return { first: numbers[0]?.number ?? 0, last: numbers.at(-1)?.number ?? 0 };
  };
  const ends = write(chapters, first);
  objects[0] = `<< /Type /Outlines /First ${ends.first} 0 R /Last ${ends.last} 0 R /Count ${chapters.length} >>`;
  return objects;
}

/** Objects, followed by the table of their offsets. */
function fileOf(objects: readonly string[]): Buffer {
  const parts = ["%PDF-1.4\n"];
  const starts: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const text = `${index + 1} 0 obj\n${object}\nendobj\n`;
    starts.push(length);
    parts.push(text);
    // Each character is a byte of ISO 8859-1.
    length += text.length;
  }
  const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`);
  parts.push(`trailer\n<< /Size ${size} /Root ${CATALOG} 0 R >>\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.from(parts.join(""), "latin1");
}
