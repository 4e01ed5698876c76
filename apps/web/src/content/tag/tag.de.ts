/** German texts of tags given to several things at once. */
import type { tagEn } from "./tag.en.ts";

export const tagDe: Record<keyof typeof tagEn, string> = {
  ofMany_one: "Schlagwörter von {{count}} Eintrag",
  ofMany_other: "Schlagwörter von {{count}} Einträgen",
  without_one: "{{count}} ausgewählter Eintrag kann keine Schlagwörter haben: Er bleibt außen vor.",
  without_other: "{{count}} ausgewählte Einträge können keine Schlagwörter haben: Sie bleiben außen vor.",
  field: "Neues Schlagwort",
  add: "Allen geben",
  none: "Noch keiner hat ein Schlagwort.",
  failed: "Die Schlagwörter konnten nicht geladen werden.",
  retry: "Noch einmal versuchen",
  onAll: "bei allen",
  onSome: "bei {{count}} von {{total}}",
  giveAll: "Den übrigen geben",
  giveAllOf: "Den übrigen geben: {{tag}}",
  takeOf: "„{{tag}}“ bei allen entfernen",
  given_one: "„{{tag}}“ wurde {{count}} Eintrag gegeben",
  given_other: "„{{tag}}“ wurde {{count}} Einträgen gegeben",
  taken_one: "„{{tag}}“ wurde bei {{count}} Eintrag entfernt",
  taken_other: "„{{tag}}“ wurde bei {{count}} Einträgen entfernt",
  allHave: "Alle haben „{{tag}}“ schon.",
  undo: "Rückgängig",
  undone: "Rückgängig gemacht",
  done: "Fertig",
};
