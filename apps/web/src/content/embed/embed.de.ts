/** German texts of embedded pages. */
import type { embedEn } from "./embed.en.ts";

export const embedDe: Record<keyof typeof embedEn, string> = {
  updated: "Eingebettete Seite aktualisiert!",
  addTitle: "Eingebettete Seite hinzufügen",
  addFailed: "Die Einbettung konnte nicht hinzugefügt werden. Bitte versuchen Sie es später noch einmal.",
  fieldUrl: "URL",
  urlHint: "URL einer Seite auf einer anderen Website, z. B. ein Video oder ein Atlas.",
  fieldDescription: "Beschreibung",
  fieldFullSize: "Volle Größe erlauben",
  fullSizeHint: "Lernende erhalten eine Schaltfläche, die die Seite auf das ganze Fenster vergrößert.",
  problem_empty: "Geben Sie die URL der Seite ein.",
  problem_tooLong: "Die URL ist zu lang. Die Obergrenze sind 2.000 Zeichen.",
  problem_notHttps: "Die URL muss mit https:// beginnen.",
  problem_malformed: "Das ist keine gültige URL. Kopieren Sie sie aus der Adresszeile des Browsers.",
  problem_credentials: "Die URL enthält einen Benutzernamen oder ein Passwort. Entfernen Sie den Teil vor dem @.",
  problem_ipAddress: "IP-Adressen sind nicht erlaubt. Verwenden Sie einen Hostnamen.",
  problem_notPublic: "Dieser Host ist nicht öffentlich. Verwenden Sie eine öffentliche Website.",
  problem_lookAlike:
    "Der Hostname enthält verwechselbare Zeichen eines anderen Alphabets (xn--). Er kann nicht eingebettet werden.",
  problem_ownSite: "Das ist eine Seite dieser Website. Verwenden Sie stattdessen einen Link.",
  allowText: "Diese Website erlaubt noch keine Seiten von {{host}}. Erlauben Sie nur Hosts, denen Sie vertrauen.",
  allow: "{{host}} erlauben",
  askAdministrator:
    "Diese Website erlaubt noch keine Seiten von {{host}}. Bitten Sie die Administration, den Host hier zu erlauben.",
  openElsewhere: "In neuem Tab öffnen",
  fullSize: "Vergrößern",
  leaveFullSize: "Volle Größe beenden",
  notAllowedTitle: "Diese Seite kann hier nicht gezeigt werden",
  notAllowedText: "Ihr Host ist auf dieser Website nicht mehr erlaubt. Sie können die Seite in einem neuen Tab öffnen.",
  blockedTitle: "Neu laden erforderlich",
  blockedText: "Der Host wurde erlaubt, nachdem diese Seite geöffnet wurde.",
  reload: "Neu laden",
};
