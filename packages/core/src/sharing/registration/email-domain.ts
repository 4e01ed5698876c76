/** Whether an email address may register. Entries match whole domains, not their subdomains. */

/** @param domains in lower case; empty: any. */
export function isAllowedDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain);
}
