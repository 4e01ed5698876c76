/**
 * Whether a user has uploads in this browser that a new page must show and resume. If not, the page loads neither the
 * queue, which is larger than most pages, nor the list of uploads.
 */
const keyOf = (userId: number) => `parfocal-uploads-${userId}`;

/** True also if storage is unavailable; then each page checks itself. */
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
