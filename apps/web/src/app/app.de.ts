/** German texts of the shell and of what can stand in for any page. */
import type { appEn } from "./app.en.ts";

export const appDe: Record<keyof typeof appEn, string> = {
  home: "Kurse",
  search: "Suche",
  skipToContent: "Zum Inhalt springen",
  breadcrumbs: "Navigationspfad",
  account: "Konto: {{name}}",
  signIn: "Anmelden",
  signOut: "Abmelden",
  profileAndPassword: "Profil und Passwort",
  workGroups: "Arbeitsgruppen",
  enterCode: "Einladungscode eingeben",
  manage: "Inhalte verwalten",
  upload: "Präparate hochladen",
  work: "Verarbeitung",
  language: "Sprache",
  colourScheme: "Darstellung",
  siteLinks: "Über diese Website",
  support: "Hilfe",
  imprint: "Impressum",
  privacy: "Datenschutzerklärung",
  schemeLight: "Hell",
  schemeDark: "Dunkel",
  schemeSystem: "System",
  roleAdministrator: "Administration",
  roleTeacher: "Lehre",
  roleExpert: "Fachperson",
  roleLearner: "Studium",
  offline:
    "Sie sind offline. Ihre Änderungen bleiben erhalten und werden gesendet, sobald die Verbindung wieder da ist.",
  crashTitle: "Diese Seite funktioniert nicht mehr",
  crashText: "Ein unerwarteter Fehler ist aufgetreten. Was Sie gespeichert haben, ist sicher.",
  reload: "Seite neu laden",
  startFailedTitle: "Der Server antwortet nicht",
  startFailedText:
    "Vielleicht startet er gerade, oder die Verbindung ist unterbrochen. Diese Seite versucht es weiter.",
};
