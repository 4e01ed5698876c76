/**
 * Rules of plain English that can be checked automatically: words for which the interface has a term, labels that are
 * clauses. Checks the English texts of the interface, the messages of the server, the rules and the slide reader, and
 * the summaries of calls. Texts of the specification (`docs/spec/messages.tsv`) are exempt.
 *
 * Usage: node scripts/check-texts.ts
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { english } from "../apps/web/src/app/english.ts";
import { MESSAGES } from "../packages/core/src/messages.ts";
import { readSourceFiles, type SourceFile } from "./source-files.ts";

/** Words that are avoided, most of them because the interface has its own term. */
const AVOIDED_WORDS = /\b(things?|whoever|please|e-mail|anew|meanwhile|pictures?|lies|stands)\b/i;
/** Also avoided in messages. */
const AVOIDED_IN_MESSAGES = /\b(there is no|once more)\b/i;
/** A label is a noun, not a clause. */
const CLAUSE = /^(How|What|Where|Who)\b/;
/** A number or a placeholder, followed by a space and a percent sign. */
const SPACED_PERCENT = /[\d}] %/;
/** Keys of texts that are sentences. */
const SENTENCE_KEY = /(Text|Hint|Failed)(_\w+)?$/;

/** Texts of the specification, word for word; their `{word}` matches any text. */
const FIXED = Object.values(MESSAGES).map(
  (text) => new RegExp(`^${text.replace(/[.*+?^$()[\]\\|]/g, "\\$&").replace(/\{\w+\}/g, ".+")}$`),
);
const isFixed = (text: string): boolean => FIXED.some((fixed) => fixed.test(text));
const FIXED_MESSAGES = new Set<string>(Object.values(MESSAGES));

/** Whether a text of the interface breaks a rule. */
export const breaksInterfaceRule = (text: string, { isLabel }: { readonly isLabel: boolean }): boolean =>
  !isFixed(text) && (AVOIDED_WORDS.test(text) || SPACED_PERCENT.test(text) || (isLabel && CLAUSE.test(text)));

/** @param text as written in code, placeholders included. */
export function breaksMessageRule(text: string): boolean {
  const words = text.replaceAll(/\$\{[^}]*\}/g, "…");
  return !FIXED_MESSAGES.has(text) && (AVOIDED_WORDS.test(words) || AVOIDED_IN_MESSAGES.test(words));
}

interface FoundText {
  /** Key of the catalogue, or path of the file. */
  readonly place: string;
  readonly text: string;
}

const MESSAGE_FILES = /^(?:apps\/server|packages\/core|packages\/slides)\/src\/(?!(?:.*\/)?testing\/|.*\.test\.ts$)/;
const LITERAL = '(?:"(?:[^"\\\\\\n]|\\\\.)*"|`(?:[^`\\\\]|\\\\.)*`)';
/**
 * The message of an AppError or SlideFileError, also if a function creates the error from a text; or the summary of a
 * call.
 */
const MESSAGE = new RegExp(
  `(?:\\b(?:AppError|SlideFileError)\\(\\s*"\\w+",|\\b(?:notAllowed|tooManyAttempts)\\(|\\bsummary:)\\s*(${LITERAL})`,
  "g",
);

/** Messages as written in code, placeholders included. */
export const listMessages = (files: readonly SourceFile[]): FoundText[] =>
  files
    .filter(({ path }) => MESSAGE_FILES.test(path))
    .flatMap(({ path, codeWithTexts }) =>
      [...codeWithTexts.matchAll(MESSAGE)].map(([, text = ""]) => ({ place: path, text: text.slice(1, -1) })),
    );

/** The English texts of the interface. */
export const listInterfaceTexts = (): FoundText[] =>
  Object.entries(english).flatMap(([catalogue, texts]) =>
    Object.entries(texts as Record<string, string>).map(([key, text]) => ({ place: `${catalogue}.${key}`, text })),
  );

const isLabel = ({ place, text }: FoundText): boolean => !SENTENCE_KEY.test(place) && !text.endsWith("?");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = listInterfaceTexts();
  const messages = listMessages(readSourceFiles(resolve(import.meta.dirname, "..")));
  const broken = [
    ...texts.filter((found) => breaksInterfaceRule(found.text, { isLabel: isLabel(found) })),
    ...messages.filter(({ text }) => breaksMessageRule(text)),
  ];
  for (const { place, text } of broken) console.error(`${place}: “${text}” breaks a rule of plain English`);
  console.log(`${texts.length} texts and ${messages.length} messages, ${broken.length} problems`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
