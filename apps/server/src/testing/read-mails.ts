/** Mails that a site has written and no job has sent yet. */
import { readContent } from "#mail/write-mail.ts";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import type { TestSite } from "./build-site.ts";

interface WrittenMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Oldest first. Call before the jobs of the server are started: a sent or failed mail has no content. */
export async function readMails({ id, server }: TestSite): Promise<WrittenMail[]> {
  const rows = await server.owner.selectFrom("mail").selectAll().where("site_id", "=", id).orderBy("id").execute();
  const keys = await readSealKeys(server.owner);
  return rows.map(({ recipient_address: to, subject, sealed_content: sealed }) => ({
    to,
    subject,
    text: sealed ? readContent(sealed, keys, id).text : "",
  }));
}

/** The token of the link in a mail. @throws Error if there is none. */
export function tokenIn({ text }: Pick<WrittenMail, "text">): string {
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error("the mail has no link with a token");
  return token;
}
