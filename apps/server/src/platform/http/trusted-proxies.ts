/**
 * Proxies trusted to report client address and protocol (`X-Forwarded-*`).
 *
 * Values sent by a client are to the left of those added by proxies. Addresses are therefore read from the right, and
 * only as long as the address to the right of them belongs to a trusted proxy.
 */
import { createNetworkCheck, isNetwork } from "./network-list.ts";

export type TrustedProxies =
  /** Number of proxies in a row; the nearest is on this machine or in a private network. */
  | { readonly hops: number }
  /** Networks (`10.0.0.0/8`, `fd00::/8`) or addresses of all proxies. */
  | { readonly networks: readonly string[] };

/** Loopback, link-local and private networks. Source: RFC 6890; RFC 4193. */
const NEAR_NETWORKS = [
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
];
const MAX_HOPS = 10;

/**
 * @param text as in PARFOCAL_TRUST_PROXY. @returns null: no proxy is trusted. @throws Error with a user-facing message
 * if it is invalid.
 */
export function readTrustedProxies(text: string | undefined): TrustedProxies | null {
  const input = text?.trim() ?? "";
  if (input === "" || input === "0") return null;
  if (/^\d+$/.test(input)) {
    if (Number(input) > MAX_HOPS) throw unreadable(input);
    return { hops: Number(input) };
  }
  const networks = input.split(",").map((part) => part.trim());
  for (const network of networks) if (!isNetwork(network)) throw unreadable(network);
  return { networks };
}

const unreadable = (text: string) =>
  new Error(
    `PARFOCAL_TRUST_PROXY contains "${text}": it must be a number of proxies from 1 to ${MAX_HOPS}, or networks and addresses of proxies, separated by commas, such as 127.0.0.1,10.0.0.0/8.`,
  );

/**
 * Whether an address belongs to a trusted proxy. @param hop 0: the connected client, 1: the client of that one, and so
 * on.
 */
type IsTrustedProxy = (address: string | undefined, hop: number) => boolean;

/** @param proxies networks read by `readTrustedProxies`. */
export function createProxyTrust(proxies: TrustedProxies): IsTrustedProxy {
  if ("hops" in proxies) {
    const isNear = createNetworkCheck(NEAR_NETWORKS);
    return (address, hop) => hop < proxies.hops && (hop > 0 || isNear(address));
  }
  return createNetworkCheck(proxies.networks);
}
