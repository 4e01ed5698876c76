/** German texts of the work on slides. */
import type { workEn } from "./work.en.ts";

export const workDe: Record<keyof typeof workEn, string> = {
  pageTitle: "Arbeiten",
  intro: "Was der Server mit Präparaten tut: prüfen, umwandeln, Stufen berechnen. Niemand muss hier warten.",
  open: "Jetzt und als Nächstes",
  openCount_one: "insgesamt {{count}}",
  openCount_other: "insgesamt {{count}}",
  ended: "Zuletzt",
  emptyTitle: "Nichts zu tun",
  emptyText: "Wenn Präparate hochgeladen oder eingelesen werden, steht hier, was mit ihnen geschieht.",
  notAllowed: "Die Arbeiten an Präparaten sieht, wer Inhalte verwaltet.",
  toUpload: "Präparate hochladen",
  kind_checkUpload: "Prüfen nach dem Hochladen",
  kind_convertImage: "Umwandeln",
  kind_completeLevels: "Kleinere Stufen",
  kind_drawDemoSlide: "Zeichnen eines Beispielpräparats",
  kind_importServerFile: "Einlesen von der Platte des Servers",
  kind_deidentifySlide: "Entfernen von Patientendaten",
  kind_other: "Arbeit",
  state_queued: "Wartet, bis es an der Reihe ist",
  state_running: "{{percent}}",
  state_done: "Fertig",
  state_failed: "Fehlgeschlagen",
  retry: "Noch einmal versuchen",
  retryOf: "Noch einmal versuchen: {{title}}",
  failedUnknown: "Es ist fehlgeschlagen.",
};
