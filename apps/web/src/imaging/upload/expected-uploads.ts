/**
 * Whether a person has uploads in this browser that a new page has to show and go on with. Without any, pages do not fetch
 * the queue, which is larger than most pages, and ask the server for nothing.
 */
const keyOf = (userId: number) => `parfocal-uploads-${userId}`;

/** true also where the browser keeps nothing: then each page looks for itself. */
export function expectsUploads(userId: number): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return true;
  }
}

export function rememberUploads(userId: number, hasAny: boolean): void {
  try {
    if (hasAny) localStorage.setItem(keyOf(userId), "1");
    else localStorage.removeItem(keyOf(userId));
  } catch {
    // See above.
  }
}
