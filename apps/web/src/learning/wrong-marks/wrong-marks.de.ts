/** German texts of the wrong marks of a question. */
import type { wrongMarksEn } from "./wrong-marks.en.ts";

export const wrongMarksDe: Record<keyof typeof wrongMarksEn, string> = {
  title: "Falsche Markierungen",
  none: "Niemand hat falsch markiert.",
  notAnswered: "Diese Frage hat niemand beantwortet.",
  summary_one: "{{wrong}} von {{count}} Person hat falsch markiert.",
  summary_other: "{{wrong}} von {{count}} Lernenden haben falsch markiert.",
  places: "Orte falscher Markierungen",
  noPlaces: "Kein Ort wurde von zwei oder mehr Lernenden markiert.",
  all: "Alle falschen Markierungen",
  inAnnotation: "{{count}} von {{total}} markierten „{{name}}“",
  inRegion: "{{count}} von {{total}} markierten „{{name}}“ mit zu geringer Überlappung",
  inRegionWithoutName: "{{count}} von {{total}} markierten die richtige Region mit zu geringer Überlappung",
  unnamed: "{{count}} von {{total}} markierten Ort {{number}}",
  shown: "{{shown}} von {{total}} Markierungen werden angezeigt.",
  hint: "Markierungen in einer Experten-Annotation zählen unter deren Titel. Andere, die höchstens {{radius}} µm voneinander entfernt sind, bilden einen Ort. Eine Fläche oder Linie erscheint als Punkt.",
};
