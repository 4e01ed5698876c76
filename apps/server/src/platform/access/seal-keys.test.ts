/** Migration 0211, over an installation that had one key for everything: backups from before it stay readable. */
import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createEmptyDatabase } from "#testing/test-database.ts";
import { openDatabaseAsOwner } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { onlyKey, readSealKeys } from "./seal-keys.ts";
import { openSealedText, sealText } from "./sealed-text.ts";

const LAST_BEFORE = "0210-quiz-grace";

it("what was sealed with the former common key opens after the update", async () => {
  const owner = openDatabaseAsOwner(await createEmptyDatabase(), { onIdleError: () => {} });
  try {
    expect((await migrate(owner, LAST_BEFORE)).at(-1)).toBe(LAST_BEFORE);
    const [common, purpose] = [randomBytes(32), "second factor 1 7"];
    const sealed = sealText("JBSWY3DPEHPK3PXP", { keys: onlyKey(common), purpose });
    await owner
      .insertInto("installation")
      .values({ name: "nonceKey", value: common.toString("base64") })
      .execute();
    await migrate(owner);
    const keys = await readSealKeys(owner);
    expect(openSealedText(sealed, { keys, purpose })).toBe("JBSWY3DPEHPK3PXP");
    expect(keys.former).toBeNull();
  } finally {
    await owner.destroy();
  }
});
