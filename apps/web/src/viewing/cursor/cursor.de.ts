import type { cursorEn } from "./cursor.en.ts";

export const cursorDe: Readonly<Record<keyof typeof cursorEn, string>> = {
  title: "Zeiger",
  hint: "Form des Zeigers über Präparaten. In diesem Browser für 90 Tage gespeichert.",
  style_arrow: "Standard",
  style_crosshair: "Fadenkreuz",
  style_fineCross: "Feines Kreuz",
  style_circle: "Kreis",
  style_lectureHand: "Große Hand (für Vorlesungen)",
};
