/** The two mail transports: a mail server, or files in the data folder or the S3 store if none is configured. */
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import nodemailer from "nodemailer";
import type { FileStore } from "#platform/files/file-store.ts";
import type { MailTransport, OutgoingMail } from "#platform/mail-transport.ts";

const CONNECT_TIMEOUT_MS = 15_000;
const SILENCE_TIMEOUT_MS = 30_000;
/** The library must not read files or URLs for an email. */
const SEALED_OFF = { disableFileAccess: true, disableUrlAccess: true } as const;

interface MailSettings {
  readonly smtpUrl: string | null;
  readonly dataFolder: string;
  readonly files: FileStore;
}

export const createMailTransport = ({ smtpUrl, dataFolder, files }: MailSettings): MailTransport =>
  smtpUrl === null ? createFileTransport(mailFiles(join(dataFolder, "mails"), files)) : createSmtpTransport(smtpUrl);

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

/** Writes a file for each email, only for the administrator of the server. */
function createFileTransport({ write, remove }: MailFiles): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, ...SEALED_OFF });
  return {
    delivers: false,
    async send(mail) {
      const { message } = await composer.sendMail(fieldsOf(mail));
      await write(mail.siteId, mail.id, message as Buffer);
    },
    async forget(siteId, ids) {
      for (const id of ids) await remove(siteId, id);
    },
    close: () => composer.close(),
  };
}

interface MailFiles {
  write(siteId: number, id: number, bytes: Buffer): Promise<void>;
  remove(siteId: number, id: number): Promise<void>;
}

/** `mails/SITE/ID.eml`: in the file store, so that any server can delete files that another one has written. */
function mailFiles(folder: string, files: FileStore): MailFiles {
  const pathOf = (siteId: number, id: number) => join(folder, String(siteId), `${id}.eml`);
  const removeHere = async (siteId: number, id: number) => {
    for (const path of [pathOf(siteId, id), `${pathOf(siteId, id)}.new`]) await rm(path, { force: true });
  };
  if (!files.isFolder) {
    const nameOf = (siteId: number, id: number) => `mails/${siteId}/${id}.eml`;
    return {
      write: (siteId, id, bytes) => files.write(nameOf(siteId, id), bytes),
      async remove(siteId, id) {
        await files.remove(nameOf(siteId, id));
        // File written before files were stored in an S3 store.
        await removeHere(siteId, id);
      },
    };
  }
  return {
    async write(siteId, id, bytes) {
      const path = pathOf(siteId, id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(`${path}.new`, bytes, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    remove: removeHere,
  };
}
