/** Emails to people who register. */
import { REGISTRATION_LINK_LIFE_MINUTES } from "@parfocal/core/registration/registration.contract.ts";
import type { MailLanguage, MailSentences } from "#mail/mail-content.ts";

interface RegistrationFacts {
  readonly name: string;
  readonly siteTitle: string;
  readonly url: string;
}

/** Contains the link that creates the account. */
export function invitation(language: MailLanguage, { siteTitle, url }: Omit<RegistrationFacts, "name">): MailSentences {
  if (language === "de")
    return {
      subject: `Registrierung bei ${siteTitle} abschließen`,
      greeting: "Guten Tag,",
      paragraphs: [
        `wählen Sie innerhalb von ${REGISTRATION_LINK_LIFE_MINUTES} Minuten ein Passwort. Damit wird Ihr Konto angelegt:`,
      ],
      action: { label: "Passwort wählen", url },
      closing: "Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail. Es wird kein Konto angelegt.",
    };
  return {
    subject: `Complete your registration for ${siteTitle}`,
    greeting: "Hello,",
    paragraphs: [`Choose a password within ${REGISTRATION_LINK_LIFE_MINUTES} minutes to create your account:`],
    action: { label: "Choose a password", url },
    closing: "If you did not register, ignore this email. No account will be created.",
  };
}

/** For an address that has an account. @param facts `url` of the sign-in page. */
export function existingAccount(language: MailLanguage, { name, siteTitle, url }: RegistrationFacts): MailSentences {
  if (language === "de")
    return {
      subject: `Sie haben schon ein Konto bei ${siteTitle}`,
      greeting: `Guten Tag ${name},`,
      paragraphs: [
        "mit Ihrer E-Mail-Adresse wurde eine Registrierung angefordert. Sie haben schon ein Konto. Melden Sie sich damit an, oder setzen Sie auf der Anmeldeseite Ihr Passwort zurück:",
      ],
      action: { label: "Anmelden", url },
      closing: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Konto bleibt, wie es ist.",
    };
  return {
    subject: `You already have an account at ${siteTitle}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      "A registration was requested with your email address. You already have an account. Sign in with it, or reset your password on the sign-in page:",
    ],
    action: { label: "Sign in", url },
    closing: "If you did not request this, ignore this email. Your account stays as it is.",
  };
}
