/** Lists of networks (`10.0.0.0/8`, `fd00::/8`) and addresses, and whether an address is in one. */
import { BlockList, isIP } from "node:net";

const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Whether a text is a network or an address; the network of all addresses is rejected. */
export function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || address.includes("%") || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

/**
 * @param networks accepted by `isNetwork`. @returns whether an address, also an IPv4-mapped IPv6 address, is in one of
 *   them.
 */
export function createNetworkCheck(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address = "") => {
    const bare = address.replace(MAPPED_IPV4, "");
    const version = isIP(bare);
    return version !== 0 && list.check(bare, version === 4 ? "ipv4" : "ipv6");
  };
}
