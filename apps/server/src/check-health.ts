/**
 * Requests the health of the server on this machine, by http or, with PARFOCAL_TLS_CERT_FILE, by https. It is the
 * health check of the container and starts every ten seconds, so it imports very little. Exit status: 0 healthy, 1 not.
 *
 * Usage: node apps/server/src/check-health.ts
 */
import { readFileSync } from "node:fs";
import { get as getByHttp } from "node:http";
import { get as getByHttps, type RequestOptions } from "node:https";
import { readOwnAddress } from "./own-address.ts";

const TIMEOUT_MS = 4_500;
/** Path of `getHealth`, whose contract would take longer to load than the request takes. */
const PATH = "/api/health";
/**
 * Addresses that mean all of a machine's addresses: replaced by the loopback address, which no other machine can reach.
 */
const LOOPBACK: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

try {
  const { host, port, tls } = readOwnAddress(process.env);
  const options = { host: LOOPBACK[host] ?? host, port, path: PATH, timeout: TIMEOUT_MS, agent: false };
  const request = tls ? getByHttps({ ...options, ...trustOf(tls.certificateFile) }) : getByHttp(options);
  request.on("response", (answer) => {
    answer.resume();
    if (answer.statusCode !== 200) fail(`status ${answer.statusCode}`);
  });
  request.on("timeout", () => request.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
  request.on("error", (error) => fail(error.message));
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

/** Trusts only the certificate in the file. Its name is the one known to the proxy, not the address requested here. */
function trustOf(certificateFile: string): RequestOptions {
  return { ca: readFileSync(certificateFile), allowPartialTrustChain: true, checkServerIdentity: () => undefined };
}

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
