/** URLs of files if the session is not in a cookie: they start with the session's file pass. */
import { requestIdentity } from "./request-identity.ts";

/** Prefix of a file path: empty, or a slash and the pass. */
export const passPath = (): string => {
  const { filePass } = requestIdentity();
  return filePass === null ? "" : `/${filePass}`;
};

/** @param text a URL, or any text with URLs in it. @returns the text as the server stores it. */
export const withoutFilePass = (text: string): string =>
  passPath() === "" ? text : text.replaceAll(`${passPath()}/`, "/");
