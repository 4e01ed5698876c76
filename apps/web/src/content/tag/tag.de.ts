/** German texts for changing the tags of several items. */
import { uiDe } from "#ui/ui.de.ts";
import type { tagEn } from "./tag.en.ts";

export const tagDe: Record<keyof typeof tagEn, string> = {
  ofMany_one: "Schlagwörter von {{count}} Eintrag",
  ofMany_other: "Schlagwörter von {{count}} Einträgen",
  without_one: "{{count}} ausgewählter Eintrag kann keine Schlagwörter haben und wird übersprungen.",
  without_other: "{{count}} ausgewählte Einträge können keine Schlagwörter haben und werden übersprungen.",
  field: "Neues Schlagwort",
  add: "Allen hinzufügen",
  none: "Noch keine Schlagwörter.",
  failed: "Die Schlagwörter konnten nicht geladen werden.",
  retry: uiDe.tryAgain,
  onAll: "bei allen",
  onSome: "bei {{count}} von {{total}}",
  giveAll: "Den übrigen hinzufügen",
  giveAllOf: "Den übrigen hinzufügen: {{tag}}",
  takeOf: "„{{tag}}“ bei allen entfernen",
  given_one: "„{{tag}}“ {{count}} Eintrag hinzugefügt",
  given_other: "„{{tag}}“ {{count}} Einträgen hinzugefügt",
  taken_one: "„{{tag}}“ bei {{count}} Eintrag entfernt",
  taken_other: "„{{tag}}“ bei {{count}} Einträgen entfernt",
  allHave: "Alle ausgewählten Einträge haben „{{tag}}“ bereits.",
  undo: uiDe.undo,
  undone: "Rückgängig gemacht",
  done: "Fertig",
};
