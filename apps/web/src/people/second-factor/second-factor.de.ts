/** German texts of the second factor. */
import type { secondFactorEn } from "./second-factor.en.ts";

export const secondFactorDe: Record<keyof typeof secondFactorEn, string> = {
  title: "Zweiter Faktor",
  introText:
    "Ein Code einer Authenticator-App auf Ihrem Telefon schützt Ihr Konto, auch wenn jemand Ihr Passwort kennt.",
  requiredText: "Diese Website erfordert einen zweiten Faktor. Richten Sie ihn ein, um Inhalte zu verwalten.",
  isOn: "Der zweite Faktor ist eingeschaltet.",
  codesLeft_one: "Noch {{count}} Wiederherstellungscode.",
  codesLeft_other: "Noch {{count}} Wiederherstellungscodes.",
  setUp: "Einrichten",
  switchOff: "Ausschalten",
  switchOffHint: "Danach genügt Ihr Passwort zur Anmeldung.",
  password: "Ihr Passwort",
  passwordHint: "Damit sicher ist, dass Sie es sind.",
  passwordMissing: "Geben Sie Ihr Passwort ein.",
  passwordWrong: "Das Passwort ist falsch.",
  next: "Weiter",
  cancel: "Abbrechen",
  scanText:
    "Scannen Sie den QR-Code mit Ihrer Authenticator-App oder geben Sie dort den Schlüssel ein. Geben Sie dann den Code ein, den sie zeigt.",
  qrLabel: "QR-Code für die Authenticator-App",
  key: "Schlüssel",
  code: "Code",
  codeHint: "6 Ziffern",
  codeMissing: "Geben Sie den Code ein.",
  codeWrong: "Der Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten.",
  tooMany: "Zu viele Versuche. Warten Sie 15 Minuten und versuchen Sie es dann noch einmal.",
  confirm: "Einschalten",
  recoveryTitle: "Wiederherstellungscodes",
  recoveryText:
    "Jeder dieser Codes ersetzt die App einmal, zum Beispiel wenn Sie Ihr Telefon verlieren. Sie werden nur jetzt gezeigt: Bewahren Sie sie sicher auf.",
  download: "Herunterladen",
  printTitle: "Wiederherstellungscodes für {{site}}",
  print: "Drucken",
  stored: "Ich habe die Codes aufbewahrt",
  reset: "Zweiten Faktor zurücksetzen",
  resetQuestion: "Zweiten Faktor zurücksetzen?",
  resetText:
    "Für Personen, die ihr Telefon und die Wiederherstellungscodes verloren haben. Auch ihre Passkeys werden entfernt; sie werden überall abgemeldet und melden sich mit dem Passwort allein an. Vergewissern Sie sich, dass es wirklich diese Person ist.",
  resetDone: "Zweiter Faktor zurückgesetzt",
  failed: "Der zweite Faktor konnte nicht geladen werden.",
};
