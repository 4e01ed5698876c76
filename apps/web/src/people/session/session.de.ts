/** German texts of the sign-in. */
import type { sessionEn } from "./session.en.ts";

export const sessionDe: Record<keyof typeof sessionEn, string> = {
  pageTitle: "Anmelden",
  welcome: "Genauer hinsehen.",
  tagline: "Präparate in jeder Vergrößerung, scharf bis ins Kleinste.",
  login: "E-Mail oder Benutzername",
  password: "Passwort",
  showPassword: "Passwort zeigen",
  hidePassword: "Passwort verbergen",
  capsLock: "Die Feststelltaste ist an",
  signIn: "Anmelden",
  createAccount: "Konto anlegen",
  registerWithVoucher: "Mit Gutschein registrieren",
  continueWith: "Weiter mit {{name}}",
  orWithPassword: "oder mit Passwort",
  singleSignOn_denied: "Sie sind nicht angemeldet. Versuchen Sie es noch einmal, oder melden Sie sich mit Passwort an.",
  singleSignOn_expired: "Die Anmeldung hat zu lange gedauert. Versuchen Sie es noch einmal.",
  singleSignOn_failed:
    "Die Anmeldeseite Ihrer Einrichtung ist nicht erreichbar. Versuchen Sie es später, oder melden Sie sich mit Passwort an.",
  singleSignOn_closed: "Dieses Konto ist gesperrt oder abgelaufen. Fragen Sie Ihre Administration.",
  singleSignOn_noEmail: "Ihre Einrichtung hat keine E-Mail-Adresse übermittelt. Fragen Sie Ihre Administration.",
  singleSignOn_emailUnverified:
    "Mit Ihrer E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich mit seinem Passwort an, oder fragen Sie Ihre Administration.",
  withPasskey: "Passkey verwenden",
  passkeyCancelled:
    "Es wurde kein Passkey verwendet. Versuchen Sie es erneut, oder melden Sie sich mit Ihrem Passwort an.",
  passkeyRefused: "Dieser Passkey wird hier nicht akzeptiert. Melden Sie sich mit Ihrem Passwort an.",
  staySignedIn: "Angemeldet bleiben",
  forgotPassword: "Passwort vergessen?",
  code: "Code",
  codeHint: "Ihrer Authenticator-App, oder ein Wiederherstellungscode.",
  codeWrong: "Der Code ist falsch oder wurde schon verwendet.",
  codeWait: "Zu viele falsche Codes. Versuchen Sie es in einer Stunde noch einmal.",
  failed: "Die Anmeldung ist fehlgeschlagen. Prüfen Sie Benutzername und Passwort und versuchen Sie es noch einmal.",
  wait: "Zu viele Versuche. Versuchen Sie es in 15 Minuten noch einmal.",
  waitUnknownDevice:
    "Zu viele Versuche für dieses Konto. Warten Sie eine Stunde, oder melden Sie sich auf einem Gerät an, auf dem Sie schon angemeldet waren.",
  loginMissing: "Geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein.",
  passwordMissing: "Geben Sie Ihr Passwort ein.",
  expiredTitle: "Noch einmal anmelden",
  expiredText: "Ihre Sitzung ist abgelaufen. Ihre Arbeit auf dieser Seite bleibt erhalten.",
  expiredAtHost:
    "Ihre Sitzung ist beendet. Melden Sie sich auf der Website, die diese Seite zeigt, wieder an, und versuchen Sie es dann erneut. Ihre Arbeit auf dieser Seite bleibt erhalten.",
  leave: "Seite verlassen",
  signedOut: "Sie sind abgemeldet",
  signedOutText: "Melden Sie sich auf der Website, die diese Seite zeigt, wieder an.",
};
