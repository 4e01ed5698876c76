/**
 * Sends requests to a URL that a user has entered, without giving access to the internal network (threat T-16): only
 * https at public addresses, or networks that the operator allows; no redirects; limited in time and bytes.
 *
 * The address that is checked is the one that is connected to: a host name that resolves to another address a moment
 * later makes no difference.
 */
import { lookup } from "node:dns";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createNetworkCheck, isNetwork } from "./network-list.ts";

/**
 * Source: IANA special-purpose address registries (RFC 6890), multicast (RFC 5771, 4291), and forms that embed IPv4
 * addresses.
 */
const NOT_PUBLIC = createNetworkCheck([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64"],
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10"],
  "ff00::/8",
]);

/** @param text as in PARFOCAL_HOST_NETWORKS. @throws Error with a user-facing message if it is invalid. */
export function readHostNetworks(text: string | undefined): readonly string[] {
  const networks = (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  for (const network of networks)
    if (!isNetwork(network))
      throw new Error(
        `PARFOCAL_HOST_NETWORKS contains "${network}": it must be networks or addresses, separated by commas, such as 10.1.0.0/16,127.0.0.1.`,
      );
  return networks;
}

interface AddressLimits {
  /** Networks in which addresses need not be public and http is accepted. */
  readonly allowedNetworks: readonly string[];
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Requests to this address are not allowed; retrying does not help. */
export class AddressNotAllowed extends Error {
  override readonly name = "AddressNotAllowed";
}

interface PublicAnswer {
  readonly status: number;
  readonly text: string;
  /** The response header `link`; null: missing. */
  readonly link: string | null;
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  /** Omitted: the address is read and nothing is sent. */
  readonly body?: string;
}

/**
 * @returns the body of the response. @throws Error, also if the address is not allowed and for any status other than
 * 200.
 */
export async function readPublicAddress(
  address: string,
  limits: AddressLimits,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, text } = await ask(address, { headers }, limits);
  if (status !== 200) throw new Error(`${new URL(address).host} answered ${status}`);
  return text;
}

/**
 * Reads an address under the same rules.
 *
 * @returns the response with any status; its text is empty unless the status is 200.
 * @throws AddressNotAllowed; Error if there is no response, or if it is too slow or too large.
 */
export function askPublicAddress(
  address: string,
  headers: Readonly<Record<string, string>>,
  limits: AddressLimits,
): Promise<PublicAnswer> {
  return ask(address, { headers }, limits);
}

/**
 * Sends a body under the same rules.
 *
 * @returns the response with any status; redirects are not followed.
 * @throws AddressNotAllowed; Error if there is no response, or if it is too slow or too large.
 */
export function postToPublicAddress(
  address: string,
  sent: { readonly type: string; readonly body: string; readonly headers?: Readonly<Record<string, string>> },
  limits: AddressLimits,
): Promise<PublicAnswer> {
  const { type, body, headers = {} } = sent;
  const length = String(Buffer.byteLength(body));
  return ask(address, { headers: { ...headers, "content-type": type, "content-length": length }, body }, limits);
}

/**
 * Reads a file under the same rules, as a stream; redirects are not followed.
 *
 * @param read receives the bytes and has to limit their number.
 * @returns the result of `read`; null with any status other than 200.
 * @throws AddressNotAllowed; Error if there is no response, or if it is too slow.
 */
export async function readPublicFile<Result>(
  address: string,
  headers: Readonly<Record<string, string>>,
  limits: Omit<AddressLimits, "maxBytes">,
  read: (bytes: Readable) => Promise<Result>,
): Promise<{ readonly status: number; readonly result: Result | null }> {
  const answer = await open(address, { headers: { accept: "*/*", ...headers } }, limits);
  try {
    const { statusCode: status = 0 } = answer;
    return { status, result: status === 200 ? await read(answer) : null };
  } finally {
    answer.destroy();
  }
}

async function ask(address: string, sent: Sent, limits: AddressLimits): Promise<PublicAnswer> {
  const answer = await open(address, sent, limits);
  try {
    const { statusCode: status = 0 } = answer;
    const { link } = answer.headers;
    // Text that is not used is not read.
    const isRead = sent.body !== undefined || status === 200;
    const text = isRead ? await readBounded(answer, limits.maxBytes) : "";
    return { status, text, link: link === undefined ? null : String(link) };
  } finally {
    answer.destroy();
  }
}

async function open(
  address: string,
  { headers, body }: Sent,
  limits: Omit<AddressLimits, "maxBytes">,
): Promise<IncomingMessage> {
  const url = new URL(address);
  const { check, guardedLookup } = guardFor(url, limits.allowedNetworks);
  // Node does not look up literal addresses.
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0) check(literal);
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  const options = {
    method: body === undefined ? "GET" : "POST",
    headers: { accept: "application/json", ...headers },
    ...{ lookup: guardedLookup, signal: AbortSignal.timeout(limits.timeoutMs), agent: false },
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options).once("response", resolve).once("error", reject).end(body);
  });
}

function guardFor(url: URL, allowedNetworks: readonly string[]) {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new AddressNotAllowed(`${url.protocol} is not read`);
  const isAllowed = createNetworkCheck(allowedNetworks);
  const check = (ip: string): void => {
    if (isAllowed(ip)) return;
    if (NOT_PUBLIC(ip))
      throw new AddressNotAllowed(`${url.host} is not a public address, and not in PARFOCAL_HOST_NETWORKS`);
    if (url.protocol !== "https:") throw new AddressNotAllowed(`${url.host} must be read by https`);
  };
  const guardedLookup: LookupFunction = (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, "");
      try {
        for (const { address } of found) check(address);
      } catch (refusal) {
        return done(refusal as NodeJS.ErrnoException, "");
      }
      const [first] = found;
      if (options.all) done(null, found);
      else done(null, first?.address ?? "", first?.family);
    });
  };
  return { check, guardedLookup };
}

async function readBounded(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
