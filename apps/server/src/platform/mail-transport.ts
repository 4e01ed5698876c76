/** Sends emails; implemented in `people/mail`. */

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface OutgoingMail {
  readonly siteId: number;
  readonly id: number;
  /** With angle brackets; the same in each attempt. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailTransport {
  /** Whether emails are delivered; otherwise they are stored as files. */
  readonly delivers: boolean;
  /** @throws Error if the email could not be handed over. */
  send(mail: OutgoingMail): Promise<void>;
  /** Deletes emails stored as files; sent emails cannot be recalled. */
  forget(siteId: number, ids: readonly number[]): Promise<void>;
  close(): void;
}
