/** A PDF of a few pages, each with its number; one has a link in its text. */

/** Points (1/72 inch). */
const PAGE_SIZE = [300, 400] as const;
/** Left, bottom, right, top of the link, from the bottom left. */
const LINK_BOX = [40, 200, 260, 240] as const;

interface LinkedPdfOptions {
  readonly pageCount: number;
  /** From 1. */
  readonly linkOnPage: number;
  readonly url: string;
}

export function linkedPdf({ pageCount, linkOnPage, url }: LinkedPdfOptions): Blob {
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1);
  const pageObject = (number: number) => 2 + 2 * number;
  const annotation = `<< /Type /Annot /Subtype /Link /Rect [${LINK_BOX.join(" ")}] /Border [0 0 0] /A << /S /URI /URI (${url}) >> >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pageCount} /Kids [${numbers.map((number) => `${pageObject(number)} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...numbers.flatMap((number) => {
      const drawing = `BT /F 24 Tf 40 340 Td (This is page ${number}) Tj ET BT /F 18 Tf 40 215 Td (See the slide) Tj ET`;
      const links = number === linkOnPage ? `/Annots [${annotation}]` : "";
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_SIZE.join(" ")}] /Resources << /Font << /F 3 0 R >> >> ${links} /Contents ${pageObject(number) + 1} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join("")}`;
  text += `${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new Blob([text], { type: "application/pdf" });
}
