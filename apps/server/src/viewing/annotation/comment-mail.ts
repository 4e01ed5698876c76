/** The mail about new comments on an annotation: without quotations, since a quiz may ask about the slide. */
import type { MailLanguage, MailSentences } from "#mail/mail-content.ts";

interface CommentNews {
  readonly name: string;
  /** Of the slide. */
  readonly title: string;
  /** Whether the annotation is the reader's. */
  readonly isOwn: boolean;
  readonly comments: number;
  /** null: the site has no address. */
  readonly url: string | null;
}

const WORDS = {
  en: {
    greeting: (name: string) => `Hello ${name},`,
    subject: (count: number, title: string) =>
      count === 1 ? `New comment on “${title}”` : `${count} new comments on “${title}”`,
    lead: (count: number, title: string, isOwn: boolean) => {
      const comments = count === 1 ? "There is a new comment" : `There are ${count} new comments`;
      return `${comments} on ${isOwn ? "your annotation" : "an annotation that you commented on"}. Slide: “${title}”.`;
    },
    action: "Open comments",
    closing:
      "You get at most one email per hour about each annotation. You can switch these emails off in your profile.",
  },
  de: {
    greeting: (name: string) => `Guten Tag ${name},`,
    subject: (count: number, title: string) =>
      count === 1 ? `Neuer Kommentar zu „${title}“` : `${count} neue Kommentare zu „${title}“`,
    lead: (count: number, title: string, isOwn: boolean) => {
      const comments = count === 1 ? "es gibt einen neuen Kommentar" : `es gibt ${count} neue Kommentare`;
      const annotation = isOwn ? "Ihrer Annotation" : "einer Annotation, die Sie kommentiert haben";
      return `${comments} zu ${annotation}. Präparat: „${title}“.`;
    },
    action: "Kommentare öffnen",
    closing:
      "Sie erhalten zu jeder Annotation höchstens eine E-Mail pro Stunde. In Ihrem Profil können Sie diese E-Mails abschalten.",
  },
} as const;

export function commentMail(language: MailLanguage, { name, title, isOwn, comments, url }: CommentNews): MailSentences {
  const words = WORDS[language];
  return {
    subject: words.subject(comments, title),
    greeting: words.greeting(name),
    paragraphs: [words.lead(comments, title, isOwn)],
    action: url === null ? null : { label: words.action, url },
    closing: words.closing,
  };
}
