/** German texts of failures that can happen anywhere. */
import type { platformEn } from "./platform.en.ts";

export const platformDe: Record<keyof typeof platformEn, string> = {
  error: "Fehler",
  failed: "Entschuldigung! Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.",
  networkLost: "Der Server ist nicht erreichbar. Ihre Eingaben bleiben erhalten. Versuchen Sie es gleich noch einmal.",
};
