/** Version of a value that was read, which names it to the server. */
import { fieldVersion } from "@parfocal/core/item/field-version.ts";
import { withoutFilePass } from "#platform/file-pass.ts";

/** The same as the server's, also where files in texts are addressed with the pass of a session. */
export function seenVersion(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  const stored = withoutFilePass(text ?? "");
  return fieldVersion(stored === (text ?? "") ? value : JSON.parse(stored));
}
