export const aboutDe = {
  nothing: "Noch keine Angaben zu diesem Präparat.",
} as const;
