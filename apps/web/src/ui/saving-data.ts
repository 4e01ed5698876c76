/** Network Information API; Chromium alone has it. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether nothing is to be fetched that may never be used: the person saves data, or the connection is slow. */
export function isSavingData(): boolean {
  const { connection } = navigator as { readonly connection?: Connection };
  return connection?.saveData === true || /2g$|^3g$/.test(connection?.effectiveType ?? "");
}
