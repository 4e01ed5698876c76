/** Source: spec part 2, section 7 (exports). */
const FILE_NAME = "voucher-codes.txt";

/** Downloads codes, one per line. */
export function saveCodes(codes: readonly string[]): void {
  const text = codes.map((code) => `${code}\r\n`).join("");
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(url);
}
