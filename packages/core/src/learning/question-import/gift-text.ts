import { showEscapes } from "./gift-escapes.ts";
import type { SourceText, TextFormat } from "./source-question.ts";

/** Format prefixes of a GIFT text. `moodle`, the default, is HTML in which line breaks are significant. */
const FORMATS: Readonly<Record<string, TextFormat>> = { html: "html", plain: "plain", markdown: "markdown" };
const MARK = /^\s*\[(html|moodle|plain|markdown)\]/i;

/** @param inherited format of the question, for its answers. */
export function readGiftText(hidden: string, inherited: TextFormat | null = null): SourceText {
  const mark = MARK.exec(hidden);
  const text = showEscapes(mark ? hidden.slice(mark[0].length) : hidden).trim();
  const named = mark?.[1]?.toLowerCase();
  if (named === undefined && inherited !== null) return { text, format: inherited };
  const format = named === undefined ? undefined : FORMATS[named];
  return format === undefined ? { text: text.replace(/\n/g, "<br>"), format: "html" } : { text, format };
}
