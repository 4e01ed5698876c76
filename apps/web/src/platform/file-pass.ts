/** Addresses of files where the session is not in a cookie: they begin with the pass of the session. */
import { requestIdentity } from "./request-identity.ts";

/** What precedes the path of a file: empty, or a slash and the pass. */
export const passPath = (): string => {
  const { filePass } = requestIdentity();
  return filePass === null ? "" : `/${filePass}`;
};

/** @param text an address, or anything with addresses in it. @returns it as the server stores it. */
export const withoutFilePass = (text: string): string =>
  passPath() === "" ? text : text.replaceAll(`${passPath()}/`, "/");
