/** The same condition as on the server. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s\\]+$/i.test(text.trim());
