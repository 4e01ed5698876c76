/** German texts of the annotation style panel. */
import type { annotationStyleEn } from "./annotation-style.en.ts";

export const annotationStyleDe: Readonly<Record<keyof typeof annotationStyleEn, string>> = {
  title: "Annotationsstil",
  opacity: "Deckkraft",
  percent: "{{value}} %",
  strokeWidth: "Strichstärke",
  pixels: "{{value}} px",
  labels: "Titel zeigen",
  numbers: "Nummern zeigen",
  types: "Stil nach Art",
  colorOf: "{{type}}: Farbe",
  ownColor: "Nach Herkunft",
  ownColorOf: "{{type}}: Farbe nach Herkunft",
  filledOf: "{{type}}: gefüllt",
  filled: "Gefüllt",
  whose: "Linienart und Marke zeigen immer die Herkunft: Experten, Studierende oder Sie.",
  reset: "Auf Standard zurücksetzen",
};
