/** German texts of what stands in courses and folders. */
import type { itemEn } from "./item.en.ts";

export const itemDe: Record<keyof typeof itemEn, string> = {
  folders: "Ordner",
  slides: "Präparate",
  contents_one: "{{count}} Eintrag",
  contents_other: "{{count}} Einträge",
  noContents: "Leer",
  inactive: "Nicht aktiv",
  inactiveHint: "Für Studierende nicht sichtbar",
  queued: "Wartet auf die Vorbereitung",
  preparing: "Wird vorbereitet: {{percent}}",
  failed: "Konnte nicht vorbereitet werden",
  failedBecause: "Konnte nicht vorbereitet werden: {{reason}}",
  retry: "Noch einmal versuchen",
  emptyTitle: "Hier ist noch nichts",
  emptyText: "Präparate und Ordner erscheinen hier.",
  emptyManagerTitle: "Legen Sie hier das erste Präparat ab",
  emptyManagerText:
    "Ziehen Sie Präparate irgendwo auf diese Seite oder wählen Sie Dateien oder einen Ordner: SVS, NDPI, SCN, BIF, DICOM, OME-TIFF, Deep Zoom, Zoomify, TIFF, JPEG, PNG und andere, auch in einer Zip-Datei.",
  chooseSlides: "Präparate wählen",
  dropHere: "Loslassen, um nach „{{place}}“ hochzuladen",
};
