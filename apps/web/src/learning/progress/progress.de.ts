/** German texts of what one has opened. */
import type { progressEn } from "./progress.en.ts";

export const progressDe: Record<keyof typeof progressEn, string> = {
  resetTitle: "Meinen Fortschritt zurücksetzen?",
  resetText_one:
    "„{{title}}“ sieht danach aus, als hätten Sie darin noch nichts geöffnet. {{count}} Häkchen verschwindet endgültig.",
  resetText_other:
    "„{{title}}“ sieht danach aus, als hätten Sie darin noch nichts geöffnet. {{count}} Häkchen verschwinden endgültig.",
  resetKeeps: "Ihre Annotationen, Notizen und Antworten bleiben, wie sie sind.",
  resetNow: "Meinen Fortschritt zurücksetzen",
};
