/** Whether an email address can register. Entries match whole domains: those below them are entries of their own. */

/** @param domains in lower case; empty: any. */
export function isAllowedDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain);
}
