/** German texts of undelivered mails. */
import type { mailEn } from "./mail.en.ts";

export const mailDe: Record<keyof typeof mailEn, string> = {
  title: "Nicht gesendete E-Mails",
  noServerConfigured:
    "Nicht gesendet: Es ist kein Mailserver eingerichtet. E-Mails werden im Datenordner des Servers abgelegt. Setzen Sie PARFOCAL_SMTP_URL, um sie zu senden.",
  none: "In den letzten 30 Tagen ist keine E-Mail fehlgeschlagen.",
  waiting_one: "{{count}} E-Mail wird noch gesendet.",
  waiting_other: "{{count}} E-Mails werden noch gesendet.",
  total_one: "{{count}} E-Mail in den letzten 30 Tagen",
  total_other: "{{count}} E-Mails in den letzten 30 Tagen",
  shown: "Die neuesten {{count}} sind aufgelistet.",
  noServer: "Kein Mailserver",
  noAddress: "Die Website hat keine Adresse",
  refused: "Empfänger abgelehnt",
  unreachable: "Mailserver nicht erreichbar",
  loadFailed: "Die E-Mails konnten nicht geladen werden.",
};
