import type { UnsentReason } from "@parfocal/core/mail/mail.contract.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface MailTable {
  id: Generated<number>;
  site_id: number;
  /** With angle brackets. */
  message_id: string;
  recipient_name: string;
  recipient_address: string;
  subject: string;
  /** See `write-mail.ts`; null once the email is sent or given up. */
  sealed_content: Buffer | null;
  state: Generated<"waiting" | "sent" | "unsent" | "failed">;
  attempts: Generated<number>;
  reason: ColumnType<UnsentReason | null, UnsentReason | null | undefined, UnsentReason | null>;
  created_at: ColumnType<Date, never, never>;
  settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
export type MailRow = Selectable<MailTable>;
