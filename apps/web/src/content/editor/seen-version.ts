/** Version of a loaded value, which identifies the value in requests. */
import { fieldVersion } from "@parfocal/core/item/field-version.ts";
import { withoutFilePass } from "#platform/file-pass.ts";

/** The same as on the server, even if URLs of files in texts contain a session's file pass. */
export function seenVersion(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  const stored = withoutFilePass(text ?? "");
  return fieldVersion(stored === (text ?? "") ? value : JSON.parse(stored));
}
