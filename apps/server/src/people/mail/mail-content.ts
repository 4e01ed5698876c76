/** An email as text and as HTML, made from the same sentences. */

import type { AccountLanguage } from "@parfocal/core/session/preferences.ts";
import { escapeHtml } from "#platform/http/escape-html.ts";

/** Languages of emails. */
export type MailLanguage = AccountLanguage;

export interface MailSentences {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A link as a button; null: none. */
  readonly action: { readonly label: string; readonly url: string } | null;
  /** After the link. */
  readonly closing: string;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const SUBJECT_MAX_CHARACTERS = 200;
/** Puts a text on one line: characters that would end a header become spaces. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();

/** Tags of an `Accept-Language` header, in their order. */
export const tagsOf = (header: string | undefined): string[] =>
  (header ?? "")
    .slice(0, 200)
    .split(",")
    .map((part) => part.split(";")[0]?.trim() ?? "");

/** @param siteTitle shown below the text. */
export function writeContent(
  { subject, greeting, paragraphs, action, closing }: MailSentences,
  { language, siteTitle }: { readonly language: MailLanguage; readonly siteTitle: string },
): MailContent {
  const blocks = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    closing,
    `-- \n${onOneLine(siteTitle)}`,
  ];
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#5b3fb8;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>${paragraph(action.url)}`
    : "";
  return {
    subject: onOneLine(subject).slice(0, SUBJECT_MAX_CHARACTERS),
    text: `${blocks.join("\n\n")}\n`,
    html:
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(onOneLine(subject))}</title></head>` +
      `<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;overflow-wrap:anywhere">${paragraph(greeting)}${paragraphs.map(paragraph).join("")}${button}${paragraph(closing)}` +
      `<p style="margin:24px 0 0;opacity:0.7">${escapeHtml(siteTitle)}</p></body></html>`,
  };
}
