/** Draws a PDF of many pages for a journey: lines of text, links on its pages, entries of its outline. */

export interface BookPage {
  readonly heading: string;
  readonly isInOutline?: boolean;
  readonly lines: readonly string[];
  /** Each has a separate line at the top of the page; leads to a page (from 1) or a URL. */
  readonly links?: readonly (number | string)[];
}

export function drawBook(pages: readonly BookPage[]): Uint8Array<ArrayBuffer> {
  const pageObject = (index: number): number => 5 + 2 * index;
  const first = pageObject(pages.length);
  const entries = pages.flatMap(({ heading, isInOutline }, index) => (isInOutline ? [{ heading, index }] : []));
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageObject(index)} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Type /Outlines /First ${first} 0 R /Last ${first + entries.length - 1} 0 R /Count ${entries.length} >>`,
    ...pages.flatMap(({ heading, lines, links = [] }, index) => {
      const text = [heading, ...links.map((link) => `See ${link}`), ...lines];
      const drawing = text.map((line, at) => `BT /F 12 Tf 48 ${540 - 18 * at} Td (${line}) Tj ET`).join("\n");
      const annotations = links.map((link, at) => {
        const target =
          typeof link === "number" ? `/Dest [${pageObject(link - 1)} 0 R /Fit]` : `/A << /S /URI /URI (${link}) >>`;
        return `<< /Type /Annot /Subtype /Link /Rect [48 ${518 - 18 * at} 200 ${534 - 18 * at}] ${target} >>`;
      });
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F 3 0 R >> >> /Annots [${annotations.join(" ")}] /Contents ${pageObject(index) + 1} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
    ...entries.map(({ heading, index }, at) => {
      const next = at + 1 < entries.length ? ` /Next ${first + at + 1} 0 R` : "";
      const previous = at > 0 ? ` /Prev ${first + at - 1} 0 R` : "";
      return `<< /Title (${heading}) /Parent 4 0 R /Dest [${pageObject(index)} 0 R /Fit]${next}${previous} >>`;
    }),
  ];
  let text = "%PDF-1.4\n";
  const rows = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text + end, "latin1"));
}
