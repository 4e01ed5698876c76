/**
 * What a source file exports, read from its text: it is formatted by Biome, so that a declaration begins in the first
 * column and its docstring is directly above it.
 */

export interface Declaration {
  readonly name: string;
  readonly kind: "function" | "const" | "interface" | "type" | "class";
  /** The declaration without the body of a function, or the value of a constant that takes several lines. */
  readonly text: string;
  /** Its docstring as Markdown; empty: none. */
  readonly doc: string;
}

const EXPORT = /^export (?:async )?(function|const|interface|type|class)\*? (\w+)/;

export function declarationsOf(source: string): Declaration[] {
  const lines = source.split("\n");
  return lines.flatMap((line, at) => {
    const match = EXPORT.exec(line);
    if (match === null) return [];
    const kind = match[1] as Declaration["kind"];
    const text = kind === "function" ? signatureOf(lines, at) : wholeOf(lines, at);
    const shown = kind === "const" && text.includes("\n") ? text.slice(0, text.indexOf(" =")) : text;
    return [{ name: match[2]!, kind, text: shown, doc: docAbove(lines, at) }];
  });
}

/** The comment with which a file begins, without its sources; empty: none. */
export function headerOf(source: string): string {
  const match = /^\/\*\*([\s\S]*?)\*\//.exec(source);
  // A docstring right above a declaration is that declaration's.
  if (match === null || /^\nexport /.test(source.slice(match[0].length))) return "";
  return markdownOf(match[1]!);
}

/** Up to the brace that opens the body. */
function signatureOf(lines: readonly string[], from: number): string {
  let depth = 0;
  for (let at = from; at < lines.length; at++) {
    depth += balanceOf(lines[at]!, "(", ")");
    if (depth === 0 && lines[at]!.endsWith(" {")) {
      return lines
        .slice(from, at + 1)
        .join("\n")
        .slice(0, -2);
    }
  }
  throw new Error(`This function has no body: ${lines[from]}`);
}

function wholeOf(lines: readonly string[], from: number): string {
  let depth = 0;
  for (let at = from; at < lines.length; at++) {
    const code = lines[at]!.replace(/^\s*(\/\*\*|\*|\/\/).*/, "");
    depth += balanceOf(code, "{", "}") + balanceOf(code, "(", ")") + balanceOf(code, "[", "]");
    if (depth === 0 && /[;}]$/.test(code)) return lines.slice(from, at + 1).join("\n");
  }
  throw new Error(`This declaration has no end: ${lines[from]}`);
}

function balanceOf(line: string, open: string, close: string): number {
  return line.split(open).length - line.split(close).length;
}

function docAbove(lines: readonly string[], at: number): string {
  if (!lines[at - 1]?.trimEnd().endsWith("*/")) return "";
  let first = at - 1;
  while (!lines[first]!.startsWith("/**")) first -= 1;
  return markdownOf(
    lines
      .slice(first, at)
      .join("\n")
      .replace(/^\/\*\*/, "")
      .replace(/\*\/$/, ""),
  );
}

/** Paragraphs as they are; each tag a line of a list. */
function markdownOf(comment: string): string {
  const text = comment.replace(/^[ \t]*\* ?/gm, "").trim();
  const [prose = "", ...tags] = text.split(/^(?=@)/m);
  const paragraphs = prose
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => paragraph.replaceAll("\n", " "));
  const list = tags.map((tag) => {
    const [, name, rest] = /^@(\w+) ?([\s\S]*)$/.exec(tag.trim().replaceAll(/\s*\n\s*/g, " "))!;
    return name === "param" ? `- ${rest!.replace(/^([\w, ]+?) /, "`$1`: ")}` : `- ${name}: ${rest}`;
  });
  return [...paragraphs, ...(list.length > 0 ? [list.join("\n")] : [])].filter((part) => part !== "").join("\n\n");
}
