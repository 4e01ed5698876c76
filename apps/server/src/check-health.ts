/**
 * Asks the server on this machine for its health, by http or, with PARFOCAL_TLS_CERT_FILE, by https. The health check of the
 * container: it starts every ten seconds, so it imports next to nothing. Exit status: 0 healthy, 1 not.
 *
 * Usage: node apps/server/src/check-health.ts
 */
import { readFileSync } from "node:fs";
import { get as getByHttp } from "node:http";
import { get as getByHttps, type RequestOptions } from "node:https";
import { readOwnAddress } from "./own-address.ts";

const TIMEOUT_MS = 4_500;
/** Of `getHealth`, whose contract takes longer to load than the question takes. */
const PATH = "/api/health";
/** Addresses that mean all of a machine: asked at the one that nobody else can reach. */
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

/** The certificate of the file alone is trusted. Its name is that which the proxy knows, not the address asked here. */
function trustOf(certificateFile: string): RequestOptions {
  return { ca: readFileSync(certificateFile), allowPartialTrustChain: true, checkServerIdentity: () => undefined };
}

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
