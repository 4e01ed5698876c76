/** @returns the pattern of LIKE and ILIKE for texts that contain `part`; what has a meaning in patterns stands for itself. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`;
