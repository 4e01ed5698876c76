/** Texts of a case, for comparing two versions. */
import { asRichText } from "@parfocal/core/rich-text/plain-text.ts";
import { type ReactNode, Suspense } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import type { CaseTexts } from "./arrange-draft.ts";

/** Loaded together with the sanitizer for rich text; the slides of a case do not wait for it. */
const RichText = lazyPartWithTexts(
  () => import("#rich-text/RichText.tsx"),
  (part) => part.RichText,
);

export const CASE_TEXT_LABELS = {
  title: "case.fieldTitle",
  subtitle: "case.fieldSubtitle",
  description: "case.fieldDescription",
  diagnosis: "case.diagnosis",
} as const;
export type CaseTextName = keyof typeof CASE_TEXT_LABELS;
export const CASE_TEXT_NAMES = Object.keys(CASE_TEXT_LABELS) as CaseTextName[];

export function showCaseText(name: CaseTextName, texts: Pick<CaseTexts, CaseTextName>): ReactNode {
  if (name === "title" || name === "subtitle") return texts[name];
  return (
    <Suspense fallback={<div aria-busy />}>
      <RichText text={asRichText(texts[name])} />
    </Suspense>
  );
}
