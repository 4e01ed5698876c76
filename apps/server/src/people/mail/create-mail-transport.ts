/** The two mail transports: a mail server, or files in the data folder if none is configured. */
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { MailTransport, OutgoingMail } from "#platform/mail-transport.ts";

const CONNECT_TIMEOUT_MS = 15_000;
const SILENCE_TIMEOUT_MS = 30_000;
/** The library must not read files or URLs for a mail. */
const SEALED_OFF = { disableFileAccess: true, disableUrlAccess: true } as const;

interface MailSettings {
  readonly smtpUrl: string | null;
  readonly dataFolder: string;
}

export const createMailTransport = ({ smtpUrl, dataFolder }: MailSettings): MailTransport =>
  smtpUrl === null ? createFolderTransport(join(dataFolder, "mails")) : createSmtpTransport(smtpUrl);

/** Addresses are structured, so that no name or subject can add a recipient or a header. */
const fieldsOf = ({ messageId, from, to, subject, text, html }: OutgoingMail) => ({
  messageId,
  from: { ...from },
  to: { ...to },
  subject,
  text,
  html,
  // Prevents automatic out-of-office replies (RFC 3834).
  headers: { "Auto-Submitted": "auto-generated" },
});

function createSmtpTransport(url: string): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    ...SEALED_OFF,
  });
  return {
    delivers: true,
    async send(mail) {
      await transporter.sendMail(fieldsOf(mail));
    },
    forget: async () => {},
    close: () => transporter.close(),
  };
}

/** A file for each mail: `mails/SITE/ID.eml`, only for the administrator of the server. */
function createFolderTransport(folder: string): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, ...SEALED_OFF });
  return {
    delivers: false,
    async send(mail) {
      const { message } = await composer.sendMail(fieldsOf(mail));
      const place = join(folder, String(mail.siteId));
      await mkdir(place, { recursive: true, mode: 0o700 });
      const path = join(place, `${mail.id}.eml`);
      await writeFile(`${path}.new`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    async forget(siteId, ids) {
      for (const id of ids)
        for (const ending of ["eml", "eml.new"])
          await rm(join(folder, String(siteId), `${id}.${ending}`), { force: true });
    },
    close: () => composer.close(),
  };
}
