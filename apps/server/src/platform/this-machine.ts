/** Names and addresses of the machine itself: connections to them do not use the network. */
import { isIP } from "node:net";

const OWN_NAMES: ReadonlySet<string> = new Set(["localhost", "::1", "[::1]"]);

/** @param host a name or an address, IPv6 with or without brackets. */
export const isThisMachine = (host: string): boolean =>
  OWN_NAMES.has(host) || (isIP(host) === 4 && host.startsWith("127."));
