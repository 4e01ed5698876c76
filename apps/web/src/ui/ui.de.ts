/** German texts of parts that every slice uses. */
import type { uiEn } from "./ui.en.ts";

export const uiDe: Record<keyof typeof uiEn, string> = {
  cancel: "Abbrechen",
  close: "Schließen",
  tryAgain: "Noch einmal versuchen",
  loading: "Wird geladen",
  notFoundTitle: "Hier ist nichts",
  notFoundText: "Vielleicht ist die Adresse falsch geschrieben, oder was hier war, wurde entfernt.",
  notAllowedTitle: "Das dürfen Sie nicht sehen",
  notAllowedText: "Es ist für Ihr Konto nicht freigegeben. Fragen Sie Ihre Lehrperson, wenn es das sein sollte.",
  failedTitle: "Das konnte nicht geladen werden",
  toCourses: "Zu den Kursen",
  signInWithOther: "Mit einem anderen Konto anmelden",
};
