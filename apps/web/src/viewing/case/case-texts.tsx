/** The texts of a case, as two versions of them are compared. */
import { asRichText } from "@parfocal/core/rich-text/plain-text.ts";
import type { ReactNode } from "react";
import { RichText } from "#rich-text/RichText.tsx";
import type { CaseTexts } from "./arrange-draft.ts";

export const CASE_TEXT_LABELS = {
  title: "case.fieldTitle",
  subtitle: "case.fieldSubtitle",
  description: "case.fieldDescription",
  diagnosis: "case.diagnosis",
} as const;
export type CaseTextName = keyof typeof CASE_TEXT_LABELS;
export const CASE_TEXT_NAMES = Object.keys(CASE_TEXT_LABELS) as CaseTextName[];

export function showCaseText(name: CaseTextName, texts: Pick<CaseTexts, CaseTextName>): ReactNode {
  return name === "title" || name === "subtitle" ? texts[name] : <RichText text={asRichText(texts[name])} />;
}
