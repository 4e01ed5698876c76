/** Opens the command palette from its key and from the account menu. */
const listeners = new Set<() => void>();

export function openPalette(): void {
  for (const open of listeners) open();
}

/** @returns a function that stops listening. */
export function onOpenPalette(open: () => void): () => void {
  listeners.add(open);
  return () => listeners.delete(open);
}
