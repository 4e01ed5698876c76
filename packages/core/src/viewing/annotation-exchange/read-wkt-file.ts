/** Reads annotations from a file of well-known text: a sequence of geometries, each over any number of lines. */
import { parseWkt } from "../../geometry/wkt.ts";
import { EntryProblem, entryOf, type FileEntry } from "./exchanged-annotation.ts";

const UNNAMED = "Annotation";
/** Some programs end each geometry with a comma or semicolon. */
const BETWEEN = /^[\s,;]+/;
/** A keyword before its parentheses, or any other text up to the end of the line. */
const HEAD = /^[A-Za-z]+(?:\s+(?:Z|M|ZM))?\s*\(/;

/** Index after the parenthesis that closes the one at `from`; the text's end if it is not closed. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "(") depth += 1;
    else if (sign === ")") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function endOfLine(text: string, from: number): number {
  const end = text.slice(from).search(/[\r\n]/);
  return end < 0 ? text.length : from + end;
}

function* piecesOf(text: string): Generator<string> {
  let at = 0;
  while (at < text.length) {
    at += BETWEEN.exec(text.slice(at, at + 4096))?.[0].length ?? 0;
    if (at >= text.length) return;
    if (BETWEEN.test(text.slice(at, at + 1))) continue;
    const head = HEAD.exec(text.slice(at, at + 64))?.[0];
    const end = head === undefined ? endOfLine(text, at) : endOf(text, at + head.length - 1);
    yield text.slice(at, end);
    at = end;
  }
}

export function* readWktFile(text: string): Generator<FileEntry> {
  let index = 0;
  for (const wkt of piecesOf(text)) {
    index += 1;
    yield entryOf({ index, name: "" }, () => {
      const read = parseWkt(wkt);
      if (!read.ok) throw new EntryProblem(read.problem);
      return {
        typeId: null,
        title: UNNAMED,
        content: "",
        link: "",
        zoom: null,
        includeMeasurement: false,
        order: null,
        shape: read.shape,
      };
    });
  }
}
