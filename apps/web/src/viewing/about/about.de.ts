export const aboutDe = {
  nothing: "Über dieses Präparat ist noch nichts weiter bekannt.",
} as const;
