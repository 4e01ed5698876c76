export const relatedDe = {
  title: "Verwandtes",
  loading: "Verwandte Präparate und Fälle werden gesucht",
  failed: "Verwandte Präparate konnten nicht geladen werden.",
  case: "Fall, der dieses Präparat zeigt",
  primaryField: "Ebenfalls {{because}}",
  tag: "Ebenfalls mit dem Schlagwort {{because}}",
  folder: "Ebenfalls in {{because}}",
} as const;
