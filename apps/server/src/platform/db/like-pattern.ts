/** @returns a LIKE or ILIKE pattern that matches texts containing `part`; special characters are escaped. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`;
