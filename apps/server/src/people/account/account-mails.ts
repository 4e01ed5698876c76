/** Emails to users about their account. */
import { offeredLanguageFor } from "@parfocal/core/session/preferences.ts";
import { type MailLanguage, type MailSentences, tagsOf } from "#mail/mail-content.ts";
import type { RequestSite } from "#platform/http/site-and-session.ts";

interface MailFacts {
  readonly name: string;
  readonly siteTitle: string;
  readonly url?: string;
  readonly newEmail?: string;
}

type Sentences = (facts: MailFacts) => MailSentences;
export type AccountMail =
  | "resetPassword"
  | "passwordChanged"
  | "passwordSet"
  | "confirmEmail"
  | "emailChanges"
  | "passkeyAdded"
  | "secondFactorOn"
  | "secondFactorOff"
  | "secondFactorReset";

const actionOf = (label: string, { url }: MailFacts) => (url === undefined ? null : { label, url });

const ENGLISH: Readonly<Record<AccountMail, Sentences>> = {
  resetPassword: (facts) => ({
    subject: `Reset your password for ${facts.siteTitle}`,
    greeting: `Hello ${facts.name},`,
    paragraphs: ["A new password was requested for your account. Choose one within 30 minutes:"],
    action: actionOf("Choose a new password", facts),
    closing: "If you did not request this, ignore this email. Your password stays as it is.",
  }),
  passwordChanged: (facts) => ({
    subject: `Your password for ${facts.siteTitle} was changed`,
    greeting: `Hello ${facts.name},`,
    paragraphs: ["The password of your account was changed, and all other devices were signed out."],
    action: null,
    closing: "If this was not you, reset your password on the sign-in page and inform your administrator.",
  }),
  passwordSet: (facts) => ({
    subject: `Your password for ${facts.siteTitle} was changed`,
    greeting: `Hello ${facts.name},`,
    paragraphs: ["An administrator set a new password for your account, and all devices were signed out."],
    action: null,
    closing: "Ask your administrator for it, or choose your own with “Forgot password?” on the sign-in page.",
  }),
  confirmEmail: (facts) => ({
    subject: `Confirm your email address for ${facts.siteTitle}`,
    greeting: `Hello ${facts.name},`,
    paragraphs: [`Confirm within 24 hours that ${facts.newEmail} is your new email address:`],
    action: actionOf("Confirm email address", facts),
    closing: "If you did not request this, ignore this email. Nothing will change.",
  }),
  emailChanges: (facts) => ({
    subject: `New email address for ${facts.siteTitle}`,
    greeting: `Hello ${facts.name},`,
    paragraphs: [
      `A new email address was entered for your account: ${facts.newEmail}. It takes effect once it is confirmed; until then, sign in with the current one.`,
    ],
    action: null,
    closing: "If this was not you, change your password and inform your administrator.",
  }),
  passkeyAdded: (facts) => ({
    subject: `New passkey for ${facts.siteTitle}`,
    greeting: `Hello ${facts.name},`,
    paragraphs: ["A passkey was added to your account. You can sign in with it instead of your password."],
    action: null,
    closing: "If this was not you, remove it in your account, change your password and inform your administrator.",
  }),
  secondFactorOn: (facts) => ({
    subject: `Second factor for ${facts.siteTitle} is on`,
    greeting: `Hello ${facts.name},`,
    paragraphs: ["From now on, signing in to your account requires a code from your authenticator app."],
    action: null,
    closing: "If this was not you, inform your administrator.",
  }),
  secondFactorOff: (facts) => ({
    subject: `Second factor for ${facts.siteTitle} is off`,
    greeting: `Hello ${facts.name},`,
    paragraphs: ["Signing in to your account no longer requires a code from your authenticator app."],
    action: null,
    closing: "If this was not you, change your password and inform your administrator.",
  }),
  secondFactorReset: (facts) => ({
    subject: `Sign-in for ${facts.siteTitle} was reset`,
    greeting: `Hello ${facts.name},`,
    paragraphs: [
      "An administrator has switched off the second factor of your account and removed its passkeys. All devices were signed out. Sign in with your password.",
    ],
    action: null,
    closing: "If you did not request this, inform your administrator.",
  }),
};

const GERMAN: Readonly<Record<AccountMail, Sentences>> = {
  resetPassword: (facts) => ({
    subject: `Passwort für ${facts.siteTitle} zurücksetzen`,
    greeting: `Guten Tag ${facts.name},`,
    paragraphs: ["für Ihr Konto wurde ein neues Passwort angefordert. Wählen Sie es innerhalb von 30 Minuten:"],
    action: actionOf("Neues Passwort wählen", facts),
    closing: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.",
  }),
  passwordChanged: (facts) => ({
    subject: `Ihr Passwort für ${facts.siteTitle} wurde geändert`,
    greeting: `Guten Tag ${facts.name},`,
    paragraphs: ["das Passwort Ihres Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet."],
    action: null,
    closing:
      "Wenn Sie das nicht waren, setzen Sie Ihr Passwort auf der Anmeldeseite zurück und informieren Sie Ihre Administration.",
  }),
  passwordSet: (facts) => ({
    subject: `Ihr Passwort für ${facts.siteTitle} wurde geändert`,
    greeting: `Guten Tag ${facts.name},`,
    paragraphs: ["die Administration hat für Ihr Konto ein neues Passwort gesetzt, und alle Geräte wurden abgemeldet."],
    action: null,
    closing:
      "Fragen Sie Ihre Administration danach, oder wählen Sie selbst eines über „Passwort vergessen?“ auf der Anmeldeseite.",
  }),
  confirmEmail: (facts) => ({
    subject: `E-Mail-Adresse für ${facts.siteTitle} bestätigen`,
    greeting: `Guten Tag ${facts.name},`,
    paragraphs: [`bestätigen Sie innerhalb von 24 Stunden, dass ${facts.newEmail} Ihre neue E-Mail-Adresse ist:`],
    action: actionOf("E-Mail-Adresse bestätigen", facts),
    closing: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Es ändert sich nichts.",
  }),
  emailChanges: (facts) => ({
    subject: `Neue E-Mail-Adresse für ${facts.siteTitle}`,
    greeting: `Guten Tag ${facts.name},`,
    paragraphs: [
      `für Ihr Konto wurde eine neue E-Mail-Adresse eingegeben: ${facts.newEmail}. Sie gilt, sobald sie bestätigt ist; bis dahin melden Sie sich mit der bisherigen an.`,
    ],
    action: null,
    closing: "Wenn Sie das nicht waren, ändern Sie Ihr Passwort und informieren Sie Ihre Administration.",
  }),
  passkeyAdded: (facts) => ({
    subject: `Neuer Passkey für ${facts.siteTitle}`,
    greeting: `Guten Tag ${facts.name},`,
    paragraphs: ["zu Ihrem Konto wurde ein Passkey hinzugefügt. Damit können Sie sich ohne Passwort anmelden."],
    action: null,
    closing:
      "Wenn Sie das nicht waren, entfernen Sie ihn in Ihrem Konto, ändern Sie Ihr Passwort und informieren Sie Ihre Administration.",
  }),
  secondFactorOn: (facts) => ({
    subject: `Zweiter Faktor für ${facts.siteTitle} ist eingeschaltet`,
    greeting: `Guten Tag ${facts.name},`,
    paragraphs: ["zur Anmeldung an Ihrem Konto ist ab jetzt ein Code Ihrer Authenticator-App nötig."],
    action: null,
    closing: "Wenn Sie das nicht waren, informieren Sie Ihre Administration.",
  }),
  secondFactorOff: (facts) => ({
    subject: `Zweiter Faktor für ${facts.siteTitle} ist ausgeschaltet`,
    greeting: `Guten Tag ${facts.name},`,
    paragraphs: ["zur Anmeldung an Ihrem Konto ist kein Code Ihrer Authenticator-App mehr nötig."],
    action: null,
    closing: "Wenn Sie das nicht waren, ändern Sie Ihr Passwort und informieren Sie Ihre Administration.",
  }),
  secondFactorReset: (facts) => ({
    subject: `Anmeldung bei ${facts.siteTitle} zurückgesetzt`,
    greeting: `Guten Tag ${facts.name},`,
    paragraphs: [
      "die Administration hat den zweiten Faktor Ihres Kontos ausgeschaltet und seine Passkeys entfernt. Alle Geräte wurden abgemeldet; Sie melden sich mit Ihrem Passwort an.",
    ],
    action: null,
    closing: "Wenn Sie das nicht veranlasst haben, informieren Sie Ihre Administration.",
  }),
};

export const accountMail = (mail: AccountMail, language: MailLanguage, facts: MailFacts): MailSentences =>
  (language === "de" ? GERMAN : ENGLISH)[mail](facts);

/** @param chosen language of the account; null: the browser's. @param acceptLanguage header of the request. */
export const languageOfMails = (
  { languages }: Pick<RequestSite, "languages">,
  chosen: string | null,
  acceptLanguage: string | undefined,
): MailLanguage => offeredLanguageFor([chosen, ...tagsOf(acceptLanguage)], languages);
