/**
 * Key for counting requests: an IPv4 address, or the /64 network of an IPv6 address. Each IPv6 client has 2
 * 64 addresses, so counting single ones would be useless.
 */
import { isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/** @param address of a socket or a proxy; returned unchanged if it is not an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const bare = address.replace(MAPPED_IPV4, "");
  if (!isIPv6(bare)) return bare;
  const [head = "", tail] = bare.replace(/%.*$/, "").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, GROUPS - first.length - last.length) }, () => "0");
  const groups = tail === undefined ? first : [...first, ...zeros, ...last];
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
