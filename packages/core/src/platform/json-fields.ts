/**
 * Reads JSON of unknown structure: files of other programs, responses of learning platforms, data stored by a browser.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** @returns the fields of an object; empty for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};
