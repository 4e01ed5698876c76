/** Fragment of the editor's URL that scrolls to the registrations. */
export const REGISTRATIONS_HASH = "registrations";
