/** Opens the command palette from wherever it is offered: its key, the account menu. */
const listeners = new Set<() => void>();

export function openPalette(): void {
  for (const open of listeners) open();
}

/** @returns a function that ends the listening. */
export function onOpenPalette(open: () => void): () => void {
  listeners.add(open);
  return () => listeners.delete(open);
}
