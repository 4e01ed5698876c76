/** Sender of mails: `Anatomy <slides@example.edu>`, or an address alone. */
import { EMAIL_PATTERN } from "../account/email-pattern.ts";

export interface Mailbox {
  /** Empty: none. */
  readonly name: string;
  readonly address: string;
}

const WITH_NAME = /^"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>$/;

/** @returns null if the text has another form. */
export function parseMailbox(text: string): Mailbox | null {
  const [, name = "", address = text] = WITH_NAME.exec(text) ?? [];
  return EMAIL_PATTERN.test(address) ? { name: name.trim(), address } : null;
}
