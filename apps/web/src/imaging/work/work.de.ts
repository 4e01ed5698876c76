/** German texts of the work on slides. */
import type { workEn } from "./work.en.ts";

export const workDe: Record<keyof typeof workEn, string> = {
  pageTitle: "Verarbeitung",
  intro:
    "Verarbeitung von Präparaten auf dem Server: Prüfungen, Umwandlung, Auflösungsstufen. Sie können diese Seite verlassen.",
  open: "Laufend und wartend",
  openCount_one: "insgesamt {{count}}",
  openCount_other: "insgesamt {{count}}",
  ended: "Zuletzt abgeschlossen",
  emptyTitle: "Keine Aufträge",
  emptyText: "Hier erscheinen Aufträge für hochgeladene und eingelesene Präparate.",
  notAllowed: "Nur Lehrende und die Administration können die Verarbeitung sehen.",
  toUpload: "Präparate hochladen",
  kind_checkUpload: "Prüfung des Uploads",
  kind_convertImage: "Umwandlung",
  kind_completeLevels: "Auflösungsstufen",
  kind_drawDemoSlide: "Beispielpräparat",
  kind_importServerFile: "Import von der Platte des Servers",
  kind_deidentifySlide: "Entfernen von Patientendaten",
  kind_unpackRadiology: "Prüfung der Radiologie",
  kind_other: "Anderer Auftrag",
  state_queued: "In der Warteschlange",
  state_running: "{{percent}}",
  state_done: "Fertig",
  state_failed: "Fehlgeschlagen",
  retry: "Noch einmal versuchen",
  retryOf: "Noch einmal versuchen: {{title}}",
  failedUnknown: "Aus unbekanntem Grund fehlgeschlagen.",
};
