/** German texts of the pages behind share links. */
import type { sharedPageEn } from "./shared-page.en.ts";

export const sharedPageDe: Record<keyof typeof sharedPageEn, string> = {
  slide: "Freigegebenes Präparat",
  case: "Freigegebener Fall",
  folder: "Freigegebener Ordner",
  course: "Freigegebener Kurs",
  page: "Freigegebene Seite",
  embed: "Freigegebene Seite",
  textbook: "Freigegebenes Lehrbuch",
  radiology: "Freigegebene Radiologie",
  slideInCase: "Präparat {{number}}",
  goneTitle: "Dieser Link funktioniert nicht",
  goneText:
    "Er ist vielleicht abgelaufen oder ausgeschaltet, oder seine Adresse ist unvollständig. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.",
  toStart: "Zur Startseite",
  signInTitle: "Melden Sie sich an, um diesen Link zu öffnen",
  signInText: "Er ist nur für Personen mit einem Konto auf dieser Website.",
  signIn: "Anmelden",
  signInInWindow: "Hier können Sie sich nicht anmelden. Öffnen Sie den Link in einem eigenen Fenster.",
  openWindow: "In neuem Fenster öffnen",
  newWindow: "(öffnet ein neues Fenster)",
  needsSignIn: "Nach der Anmeldung auf der Website zu öffnen",
  quizNeedsSignIn: "Melden Sie sich an, um das Quiz zu bearbeiten",
  shownOf: "{{shown}} von {{total}} Elementen",
  more: "Mehr anzeigen",
  moreFailed: "Die nächsten Elemente konnten nicht geladen werden.",
};
