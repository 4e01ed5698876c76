/** Of an address of the editor: it opens where the registrations stand. */
export const REGISTRATIONS_HASH = "registrations";
