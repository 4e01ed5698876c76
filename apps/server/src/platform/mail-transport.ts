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
  /** Whether mails reach people; otherwise they are kept in the data folder. */
  readonly delivers: boolean;
  /** @throws Error if the mail could not be handed over. */
  send(mail: OutgoingMail): Promise<void>;
  /** Removes what is kept of mails in the data folder; what has left the server is out of reach. */
  forget(siteId: number, ids: readonly number[]): Promise<void>;
  close(): void;
}
