import type { paletteEn } from "./palette.en.ts";

export const paletteDe: Record<keyof typeof paletteEn, string> = {
  title: "Gehe zu oder führe aus",
  placeholder: "Kurs, Präparat, Seite oder Werkzeug",
  placeholderPeople: "Kurs, Präparat, Person, Seite oder Werkzeug",
  list: "Befehle und Orte",
  tools: "Werkzeuge dieser Seite",
  pages: "Seiten",
  content: "Inhalte",
  people: "Personen",
  nothing: "Nichts gefunden zu „{{query}}“.",
  failed: "Die Suche ist fehlgeschlagen. Seiten und Werkzeuge sind trotzdem wählbar.",
  waiting: "Suche läuft …",
  found_one: "{{count}} Eintrag",
  found_other: "{{count}} Einträge",
  keysHint: "↑ ↓ wählen, Enter öffnen, Esc schließen",
};
