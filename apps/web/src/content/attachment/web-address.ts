/** As the server takes it. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s\\]+$/i.test(text.trim());
