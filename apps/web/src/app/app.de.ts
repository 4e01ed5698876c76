/** German texts of the shell and of what can stand in for any page. */
import type { appEn } from "./app.en.ts";

export const appDe: Record<keyof typeof appEn, string> = {
  home: "Kurse",
  search: "Suche",
  skipToContent: "Zum Inhalt springen",
  breadcrumbs: "Wo Sie sind",
  account: "Konto: {{name}}",
  signIn: "Anmelden",
  signOut: "Abmelden",
  profileAndPassword: "Profil und Passwort",
  manage: "Inhalte verwalten",
  upload: "Präparate hochladen",
  work: "Arbeiten an Präparaten",
  language: "Sprache",
  colourScheme: "Darstellung",
  schemeLight: "Hell",
  schemeDark: "Dunkel",
  schemeSystem: "Wie das System",
  roleAdministrator: "Administration",
  roleTeacher: "Lehre",
  roleExpert: "Fachperson",
  roleLearner: "Studium",
  offline: "Sie sind offline. Was Sie tun, bleibt erhalten und wird gesendet, sobald die Verbindung wieder da ist.",
  crashTitle: "Diese Seite ist stehen geblieben",
  crashText: "Etwas Unerwartetes ist geschehen. Was gespeichert war, ist sicher.",
  reload: "Seite neu laden",
  startFailedTitle: "Der Server antwortet nicht",
  startFailedText:
    "Vielleicht startet er gerade, oder die Verbindung fehlt. Diese Seite versucht es von selbst weiter.",
};
