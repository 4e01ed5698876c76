/**
 * Requests with the token of the parent page instead of a cookie, which browsers withhold from frames. Files are loaded
 * by elements of the page, without headers, so their URLs contain the session's file pass.
 */
import { passPath, withoutFilePass } from "#platform/file-pass.ts";
import { requestIdentity } from "#platform/request-identity.ts";
import { standaloneTransport, type Transport } from "#platform/transport.ts";
import type { HostTokens } from "./host-tokens.ts";

/** File path in a response, alone or as an attribute value in rich text. */
const FILE_ADDRESS = /"\/(?=(?:tiles|iiif|deepzoom|radiology|api)\/)/g;

export const createTokenTransport = (tokens: HostTokens): Transport => ({
  addressOf: standaloneTransport.addressOf,
  fileAddressOf: (path) => passPath() + path,
  async identityFor() {
    const { siteId } = requestIdentity();
    const token = await tokens.get();
    return {
      ...(siteId === null ? {} : { "x-site-id": String(siteId) }),
      ...(token === null ? {} : { "x-site-token": token }),
    };
  },
  credentials: "omit",
  renewToken: async () => (await tokens.get({ isForced: true })) !== null,
  readAnswer: (json) => JSON.parse(passPath() === "" ? json : json.replace(FILE_ADDRESS, `"${passPath()}/`)),
  writeBody: withoutFilePass,
});
