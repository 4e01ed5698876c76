/** German texts of the administration. */
import type { manageEn } from "./manage.en.ts";

export const manageDe: Record<keyof typeof manageEn, string> = {
  sections: "Verwaltung",
  content: "Inhalte",
  bin: "Papierkorb",
  binText:
    "Einträge, die in den letzten 30 Tagen entfernt wurden. Wiederhergestellte Einträge kehren an ihren Ort zurück.",
  binSearch: "Im Papierkorb suchen",
  binEmptyTitle: "Der Papierkorb ist leer",
  binEmptyText:
    "Einträge, die Sie aus Kursen und Ordnern entfernen, bleiben 30 Tage hier und lassen sich wiederherstellen.",
  binNothingTitle: "Nichts gefunden",
  binNothingText: "Kein Eintrag im Papierkorb hat einen passenden Titel.",
  binFailedTitle: "Der Papierkorb konnte nicht geladen werden",
  binFailedText: "Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
  binRetry: "Noch einmal versuchen",
  binWhat: "Eintrag",
  binWhere: "Ursprünglicher Ort",
  binRemoved: "Entfernt",
  binRemovedBy: "{{date}} von {{name}}",
  binDaysLeft_one: "noch {{count}} Tag",
  binDaysLeft_other: "noch {{count}} Tage",
  binSite: "Kurse",
  binGone: "nicht mehr vorhanden",
  binParentInBin: "„{{title}}“ ist auch im Papierkorb. Stellen Sie das zuerst wieder her.",
  binRestore: "Wiederherstellen",
  binRestoreOf: "{{title}} wiederherstellen",
  binRestored: "„{{title}}“ wiederhergestellt",
  binShow: "Zeigen",
  binPages: "Seiten des Papierkorbs",
};
