/** Reading of JSON from a learning platform, of which nothing is trusted. */

export type Fields = Readonly<Record<string, unknown>>;

/** @returns the fields of an object; none for any other value. */
export const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
