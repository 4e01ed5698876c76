/** @param code as it is shown. @returns the address at which it can be used. */
export function joinLink(siteId: number, code: string): string {
  return `${window.location.origin}/s${siteId}/join?code=${code}`;
}
