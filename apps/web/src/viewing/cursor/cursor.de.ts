import type { cursorEn } from "./cursor.en.ts";

export const cursorDe: Readonly<Record<keyof typeof cursorEn, string>> = {
  title: "Zeiger",
  hint: "Wie der Zeiger über Präparaten aussieht. In diesem Browser 90 Tage lang gemerkt.",
  style_arrow: "Wie üblich",
  style_crosshair: "Fadenkreuz",
  style_fineCross: "Feines Kreuz",
  style_circle: "Kreis",
  style_lectureHand: "Große Hand für Vorlesungen",
};
