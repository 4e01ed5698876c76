/** @returns the pattern of LIKE and ILIKE for texts that contain `part`; special characters are escaped. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`;
