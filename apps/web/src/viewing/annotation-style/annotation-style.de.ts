/** German texts of the panel "How annotations look". */
import type { annotationStyleEn } from "./annotation-style.en.ts";

export const annotationStyleDe: Readonly<Record<keyof typeof annotationStyleEn, string>> = {
  title: "Aussehen der Annotationen",
  opacity: "Deckkraft",
  percent: "{{value}} %",
  strokeWidth: "Strichstärke",
  pixels: "{{value}} px",
  labels: "Titel neben allen",
  numbers: "Nummern",
  types: "Nach Art",
  colorOf: "Farbe: {{type}}",
  ownColor: "Nach Herkunft",
  ownColorOf: "{{type}}: Farbe nach Herkunft",
  filledOf: "{{type}}: gefüllt",
  filled: "Gefüllt",
  whose: "Strich und Marke zeigen immer, von wem eine Annotation ist.",
  reset: "Wie am Anfang",
};
