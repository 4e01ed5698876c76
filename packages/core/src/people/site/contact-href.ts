/** Separate from the table of options, because every page has the link but few load the options. */
import { EMAIL_PATTERN } from "../account/email-pattern.ts";

/** Link target of a support contact: `mailto:` for an email address. */
export const contactHref = (contact: string): string => (EMAIL_PATTERN.test(contact) ? `mailto:${contact}` : contact);
