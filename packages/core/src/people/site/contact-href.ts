/** Apart from the table of options: every page has the link, few have the options. */
import { EMAIL_PATTERN } from "../account/email-pattern.ts";

/** Where a link to a support contact leads: `mailto:` for an email address. */
export const contactHref = (contact: string): string => (EMAIL_PATTERN.test(contact) ? `mailto:${contact}` : contact);
