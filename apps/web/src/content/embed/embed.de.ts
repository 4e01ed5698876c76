/** German texts of embeds. */
import type { embedEn } from "./embed.en.ts";

export const embedDe: Record<keyof typeof embedEn, string> = {
  addTitle: "Seite einbetten",
  addFailed: "Die Einbettung konnte nicht hinzugefügt werden. Bitte versuchen Sie es später noch einmal.",
  fieldUrl: "Adresse",
  urlHint: "Einer Seite auf einer anderen Website, die hier gezeigt werden soll, z. B. ein Video oder ein Atlas.",
  fieldDescription: "Beschreibung",
  fieldFullSize: "Darf das Fenster füllen",
  fullSizeHint: "Lernende erhalten eine Schaltfläche, die der eingebetteten Seite den ganzen Platz gibt.",
  fault_empty: "Bitte geben Sie die Adresse der Seite ein, die gezeigt werden soll.",
  fault_tooLong: "Diese Adresse ist zu lang: höchstens 2.000 Zeichen.",
  fault_notHttps: "Eine eingebettete Seite wird über https erreicht: Ihre Adresse beginnt mit https://.",
  fault_malformed: "Das ist keine Adresse einer Seite. Bitte kopieren Sie sie aus der Adresszeile eines Browsers.",
  fault_credentials: "Diese Adresse enthält einen Namen oder ein Passwort. Bitte entfernen Sie, was vor dem @ steht.",
  fault_ipAddress: "Diese Adresse nennt einen Rechner mit seiner Nummer. Bitte verwenden Sie den Namen der Website.",
  fault_notPublic:
    "Diese Adresse führt zu einem Rechner, den nur Sie erreichen. Bitte verwenden Sie eine öffentliche Website.",
  fault_lookAlike:
    "Der Name dieser Website enthält Buchstaben eines anderen Alphabets oder deren Code (xn--), der mit einem anderen Namen verwechselt werden kann. Sie kann nicht eingebettet werden.",
  fault_ownSite: "Das ist eine Seite dieser Website. Bitte setzen Sie stattdessen einen Link dorthin.",
  allowText:
    "Seiten von {{host}} werden auf dieser Website noch nicht gezeigt. Erlauben Sie das nur, wenn Sie jener Website vertrauen.",
  allow: "{{host}} erlauben",
  askAdministrator:
    "Seiten von {{host}} werden auf dieser Website noch nicht gezeigt. Bitten Sie eine Administratorin oder einen Administrator, es zu erlauben: Das geht an dieser Stelle.",
  openElsewhere: "In eigenem Tab öffnen",
  fullSize: "Fenster füllen",
  leaveFullSize: "Zurück zur Seite",
  notAllowedTitle: "Diese Seite wird hier nicht gezeigt",
  notAllowedText:
    "Ihre Website gehört nicht mehr zu denen, die hier gezeigt werden dürfen. Sie können sie in einem eigenen Tab öffnen.",
  blockedTitle: "Diese Seite muss neu geladen werden",
  blockedText: "Die eingebettete Website wurde erlaubt, während diese Seite schon offen war.",
  reload: "Neu laden",
};
