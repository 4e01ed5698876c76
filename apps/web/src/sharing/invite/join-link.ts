/** @param code in its displayed form. @returns the URL at which it can be used. */
export function joinLink(siteId: number, code: string): string {
  return `${window.location.origin}/s${siteId}/join?code=${code}`;
}
