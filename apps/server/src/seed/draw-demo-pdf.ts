/** A small PDF of our own: pages of a few lines in Helvetica, which every reader has. */

/** Points (1/72 inch): A5. */
const WIDTH = 420;
const HEIGHT = 595;
const MARGIN = 48;
const HEADING_SIZE = 20;
const TEXT_SIZE = 12;
const LINE_HEIGHT = 18;

export interface PdfPage {
  readonly heading: string;
  /** Letters of ISO 8859-1; each fits on a line. */
  readonly lines: readonly string[];
}

export function drawDemoPdf(pages: readonly PdfPage[]): Buffer {
  const FIRST_PAGE = 4;
  const pageNumber = (index: number) => FIRST_PAGE + 2 * index;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((page, index) => {
      const drawing = drawingOf(page);
      const box = `/MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F 3 0 R >> >>`;
      return [
        `<< /Type /Page /Parent 2 0 R ${box} /Contents ${pageNumber(index) + 1} 0 R >>`,
        `<< /Length ${Buffer.byteLength(drawing, "latin1")} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  return fileOf(objects);
}

const textAt = (y: number, size: number, text: string): string =>
  `BT /F ${size} Tf ${MARGIN} ${y} Td (${text.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`;

function drawingOf({ heading, lines }: PdfPage): string {
  const top = HEIGHT - MARGIN - HEADING_SIZE;
  return [
    textAt(top, HEADING_SIZE, heading),
    ...lines.map((line, index) => textAt(top - (index + 2) * LINE_HEIGHT, TEXT_SIZE, line)),
  ].join("\n");
}

/** Objects, then the table of where each begins. */
function fileOf(objects: readonly string[]): Buffer {
  let text = "%PDF-1.4\n";
  const starts: number[] = [];
  for (const [index, object] of objects.entries()) {
    starts.push(Buffer.byteLength(text, "latin1"));
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = Buffer.byteLength(text, "latin1");
  const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
