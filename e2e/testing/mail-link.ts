/** Links of mails, which a server without a mail server writes into its data folder. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** The link with which a registration is completed, once its mail is written. @returns path and query. */
export async function registrationLinkTo(email: string, dataFolder: string): Promise<string> {
  const folder = join(dataFolder, "mails");
  let link: string | undefined;
  await expect(async () => {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter((one) => one.endsWith(".eml"))) {
      const text = (await readFile(join(folder, name), "utf8")).replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
      if (text.includes(email)) link = /\/s\d+\/registration\?token=[\w-]+/.exec(text)?.[0];
    }
    expect(link).toBeDefined();
  }).toPass();
  return link ?? "";
}
