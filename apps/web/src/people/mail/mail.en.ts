/** English texts of undelivered mails. */
export const mailEn = {
  title: "Mails not sent",
  noServerConfigured:
    "Not sent: no mail server is configured. Mails are stored in the data folder of the server. Set PARFOCAL_SMTP_URL to send them.",
  none: "No mails failed in the last 30 days.",
  waiting_one: "{{count}} mail is waiting to be sent.",
  waiting_other: "{{count}} mails are waiting to be sent.",
  total_one: "{{count}} mail in the last 30 days",
  total_other: "{{count}} mails in the last 30 days",
  shown: "The newest {{count}} are listed.",
  noServer: "No mail server",
  noAddress: "The site has no address",
  refused: "Recipient refused",
  unreachable: "Mail server not reachable",
  loadFailed: "The mails could not be loaded.",
} as const;
