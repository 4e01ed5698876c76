/** Network Information API; only in Chromium. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether data that may never be used should not be loaded: the user saves data, or the connection is slow. */
export function isSavingData(): boolean {
  const { connection } = navigator as { readonly connection?: Connection };
  return connection?.saveData === true || /2g$|^3g$/.test(connection?.effectiveType ?? "");
}
