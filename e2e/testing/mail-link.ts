/** Links of mails, which a server without a mail server stores as files. */
import { expect } from "@playwright/test";
import { storedFiles } from "./stored-files.ts";

/** The link for completing a registration, once its mail is written. @returns path and query. */
export async function registrationLinkTo(email: string, dataFolder: string): Promise<string> {
  const files = storedFiles(dataFolder);
  let link: string | undefined;
  await expect(async () => {
    const names = await files.list("mails/");
    for (const name of names.filter((one) => one.endsWith(".eml"))) {
      const text = (await files.read(name))
        .toString()
        .replaceAll(/=\r?\n/g, "")
        .replaceAll("=3D", "=");
      if (text.includes(email)) link = /\/s\d+\/registration\?token=[\w-]+/.exec(text)?.[0];
    }
    expect(link).toBeDefined();
  }).toPass();
  return link ?? "";
}
