import { saveTextFile } from "#ui/save-file.ts";

/** Source: spec part 2, section 7 (exports). */
const FILE_NAME = "voucher-codes.txt";

/** Downloads codes, one per line. */
export function saveCodes(codes: readonly string[]): void {
  saveTextFile({ name: FILE_NAME, text: codes.map((code) => `${code}\r\n`).join(""), type: "text/plain" });
}
