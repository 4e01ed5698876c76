export const relatedDe = {
  title: "Verwandtes",
  loading: "Verwandte Präparate und Fälle werden geladen",
  failed: "Verwandte Präparate konnten nicht geladen werden.",
  case: "Fall mit diesem Präparat",
  primaryField: "Gleicher Wert: {{because}}",
  tag: "Gleiches Schlagwort: {{because}}",
  folder: "Gleicher Ordner: {{because}}",
} as const;
