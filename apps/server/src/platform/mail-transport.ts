/** How mails leave the server; `people/mail` has the two ways. */

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface OutgoingMail {
  readonly siteId: number;
  readonly id: number;
  /** With its angle brackets; the same in each attempt. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailTransport {
  /** Whether mails reach people; otherwise they are kept as files. */
  readonly delivers: boolean;
  /** @throws Error if the mail could not be handed over. */
  send(mail: OutgoingMail): Promise<void>;
  /** Deletes mails kept as files; sent mails cannot be recalled. */
  forget(siteId: number, ids: readonly number[]): Promise<void>;
  close(): void;
}
