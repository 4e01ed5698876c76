/** Reads untrusted JSON from a learning platform. */

export type Fields = Readonly<Record<string, unknown>>;

/** @returns the fields of an object; empty for any other value. */
export const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
