/** German texts of the cookie settings. */
import type { consentEn } from "./consent.en.ts";

export const consentDe: Record<keyof typeof consentEn, string> = {
  title: "Cookies",
  text: "Diese Website verwendet nur notwendige Cookies: für Ihre Sitzung und Ihre Einstellungen in diesem Browser.",
  textTracking:
    "Diese Website braucht Cookies für Ihre Sitzung und Ihre Einstellungen. Mit Ihrer Einwilligung zählt sie auch, welche Seiten aufgerufen werden.",
  technical: "Technisch (erforderlich)",
  tracking: "Tracking",
  accept: "Akzeptieren",
  acceptSelected: "Auswahl akzeptieren",
};
