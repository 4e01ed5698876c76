/**
 * What requests are counted under: an IPv4 address, or the /64 network of an IPv6 address. Everybody with IPv6 has 2^64
 * addresses, so counting single ones would count nothing.
 */
import { isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/** @param address as a socket or a proxy names it; what is not an IPv6 address is returned as it is. */
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
