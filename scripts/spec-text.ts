/**
 * The specification and the design tables as sentences, for checking whether a quotation is complete. They are not part
 * of the repository.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SHARED = join(import.meta.dirname, "../../shared");
const SPECIFICATION = join(SHARED, "spec");
const DESIGN = join(SHARED, "design");

export const hasSpecification = existsSync(SPECIFICATION);

/** Ignores white space, emphasis marks and the backslash before a bar in a table. */
export const plain = (text: string): string =>
  text.replaceAll(/[*`]/g, "").replaceAll(String.raw`\|`, "|").replaceAll(/\s+/g, " ").trim();

/**
 * The blocks of a section: list items, paragraphs and table rows, each as its sentences. A table row of the
 * specification is one sentence, "first cell | second cell"; the cells of `reliability.md` are lists, whose entries end
 * with a semicolon.
 *
 * @param where e.g. `1 §4`: part 1, section 4; `decisions, Geometry`; `reliability, T-18`; `ASVS, V6.2.1`.
 * @returns the sentences of each block in order, with emphasis marks; empty if there is no such section.
 */
export function blocksAt(where: string): string[][] {
  const [, table, id] = /^(reliability|ASVS), (\S+)$/.exec(where) ?? [];
  if (table === "ASVS" && id) return cellsOf("asvs-5.0-l2.tsv", id).map(sentencesOf);
  if (id) return cellsOf("reliability.md", id).map((cell) => cell.split("; "));
  return blocksOf(sectionOf(where)).map((block) => (block.startsWith("| ") ? [rowOf(block)] : sentencesOf(block)));
}

/** Whether a text is one sentence of a block, or several consecutive ones. */
export function isWhole(text: string, blocks: readonly (readonly string[])[]): boolean {
  return blocks.some((sentences) =>
    sentences.some((_first, from) =>
      sentences
        .slice(from)
        .some((_last, index) => plain(sentences.slice(from, from + index + 1).join(" ")) === plain(text)),
    ),
  );
}

function sectionOf(where: string): string {
  const [, part, number, heading] = /^(?:(\d) §(\d+)|decisions, (.+))$/.exec(where) ?? [];
  const text = readFileSync(join(SPECIFICATION, part ? `part-${part}.md` : "decisions.md"), "utf8");
  const sections = text.split(/^## /m);
  return sections.find((one) => one.startsWith(part ? `${number}. ` : `${heading}\n`))?.replace(/^.*\n/, "") ?? "";
}

/** The cells of the row that begins with an ID; empty if there is no such row. */
function cellsOf(file: string, id: string): string[] {
  const begins = new RegExp(`^(?:\\| \\*{0,2})?${id.replaceAll(".", String.raw`\.`)}(?:\\*\\*|\\s)`);
  const row = readFileSync(join(DESIGN, file), "utf8")
    .split("\n")
    .find((line) => begins.test(line));
  return row?.split(file.endsWith(".tsv") ? "\t" : " | ").map((cell) => cell.replace(/ \|$/, "")) ?? [];
}

/** List items, table rows and paragraphs, each on one line. */
function blocksOf(section: string): string[] {
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of section.split("\n")) {
    const isItem = /^(- |\| )/.test(line);
    if (line.trim() === "" || /^(#|\|-)/.test(line)) isOpen = false;
    else if (isOpen && !isItem) blocks.push(`${blocks.pop()} ${line.trim()}`);
    else {
      blocks.push(line.replace(/^- /, "").trim());
      isOpen = true;
    }
  }
  return blocks;
}

const rowOf = (block: string): string => block.replace(/^\| /, "").replace(/( \|)+$/, "");

/** A sentence ends with a full stop outside of quotation marks and brackets, before a capital letter or a path. */
function sentencesOf(block: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < block.length; at += 1) {
    const letter = block[at] as string;
    if (letter === '"') isQuoted = !isQuoted;
    if (!isQuoted && letter === "(") depth += 1;
    if (!isQuoted && letter === ")") depth -= 1;
    const ends = !isQuoted && depth === 0 && /^[.?][*"]* (?=[\p{Lu}*`"(/])/u.exec(block.slice(at, at + 5));
    if (!ends) continue;
    sentences.push(block.slice(from, at + ends[0].length).trim());
    from = at + ends[0].length;
  }
  return [...sentences, block.slice(from).trim()].filter((sentence) => sentence !== "");
}
