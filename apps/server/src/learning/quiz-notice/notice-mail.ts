/** The email to the notification address of a quiz. */
import type { MailLanguage, MailSentences } from "#mail/mail-content.ts";
import type { NoticedAttempt } from "./quiz-notice.queries.ts";

/** Maximum number of attempts listed in an email; further ones are only counted. */
export const LISTED_MAX = 50;
const HUNDREDTHS = 100;

interface Notice {
  readonly title: string;
  readonly attempts: readonly NoticedAttempt[];
  /** null: the site has no URL. */
  readonly url: string | null;
}

const WORDS = {
  en: {
    greeting: "Hello,",
    subject: (count: number, title: string) =>
      count === 1 ? `Quiz submitted: ${title}` : `${count} submissions: ${title}`,
    lead: (count: number, title: string) =>
      count === 1
        ? `An attempt at “${title}” has been submitted:`
        : `${count} attempts at “${title}” have been submitted:`,
    points: (score: string, max: string) => `${score} of ${max} ${max === "1" ? "point" : "points"}`,
    outOfTime: "out of time",
    more: (count: number) => `and ${count} more`,
    action: "Open results",
    closing: "You get this email because your address is the notification email of this quiz.",
  },
  de: {
    greeting: "Guten Tag,",
    subject: (count: number, title: string) =>
      count === 1 ? `Quiz abgegeben: ${title}` : `${count} Abgaben: ${title}`,
    lead: (count: number, title: string) =>
      count === 1 ? `ein Versuch zu „${title}“ wurde abgegeben:` : `${count} Versuche zu „${title}“ wurden abgegeben:`,
    points: (score: string, max: string) => `${score} von ${max} ${max === "1" ? "Punkt" : "Punkten"}`,
    outOfTime: "Zeit abgelaufen",
    more: (count: number) => `und ${count} weitere`,
    action: "Ergebnisse öffnen",
    closing: "Sie erhalten diese E-Mail, weil Ihre Adresse als Benachrichtigungsadresse dieses Quiz eingetragen ist.",
  },
} as const;

export function noticeMail(language: MailLanguage, { title, attempts, url }: Notice): MailSentences {
  const words = WORDS[language];
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const points = (hundredths: number | null) => format.format((hundredths ?? 0) / HUNDREDTHS);
  const lines = attempts
    .slice(0, LISTED_MAX)
    .map(({ name, finalisedBy, earnedHundredths, maxHundredths }) =>
      [
        name,
        ...(maxHundredths === null ? [] : [words.points(points(earnedHundredths), points(maxHundredths))]),
        ...(finalisedBy === "sweeper" ? [words.outOfTime] : []),
      ].join(", "),
    );
  const left = attempts.length - lines.length;
  return {
    subject: words.subject(attempts.length, title),
    greeting: words.greeting,
    paragraphs: [words.lead(attempts.length, title), ...lines, ...(left > 0 ? [words.more(left)] : [])],
    action: url === null ? null : { label: words.action, url },
    closing: words.closing,
  };
}
