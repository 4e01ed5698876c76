/** German texts of registration by email. */
import type { registrationEn } from "./registration.en.ts";

export const registrationDe: Record<keyof typeof registrationEn, string> = {
  title: "Konto anlegen",
  text: "Geben Sie Ihren Namen und Ihre E-Mail-Adresse ein. Sie erhalten eine E-Mail mit einem Link, um ein Passwort zu wählen.",
  name: "Name",
  nameMissing: "Geben Sie Ihren Namen ein.",
  email: "E-Mail-Adresse",
  emailWrong: "Geben Sie eine E-Mail-Adresse wie ada@example.edu ein.",
  emailDomain:
    "E-Mail-Adressen dieser Domain können sich nicht registrieren. Verwenden Sie die Adresse Ihrer Einrichtung.",
  closed: "Diese Website nimmt keine Registrierungen an. Bitten Sie um einen Gutschein.",
  wait: "Zu viele Registrierungen. Versuchen Sie es in einer Stunde noch einmal.",
  send: "Link senden",
  sent: "Eine E-Mail an {{email}} ist unterwegs. Ihr Link gilt {{count}} Minuten. Sehen Sie auch im Spam-Ordner nach.",
  again: "Andere Adresse verwenden",
  withVoucher: "Mit Gutschein registrieren",
  toSignIn: "Ich habe schon ein Konto",
  chooseTitle: "Passwort wählen",
  chooseText: "Mit dem Passwort wird Ihr Konto angelegt, und Sie sind angemeldet.",
  password: "Passwort",
  passwordHint: "Mindestens {{count}} Zeichen",
  passwordTooShort: "Das Passwort braucht mindestens {{count}} Zeichen.",
  passwordTooCommon: "Viele verwenden dieses Passwort. Wählen Sie ein anderes.",
  passwordTooObvious: "Das Passwort darf nicht Ihr Name, Ihre E-Mail-Adresse oder der Name der Website sein.",
  complete: "Konto anlegen",
  linkInvalid: "Dieser Link ist abgelaufen oder wurde schon verwendet.",
  registerAgain: "Erneut registrieren",
  emailTaken: "Mit dieser E-Mail-Adresse gibt es schon ein Konto.",
};
