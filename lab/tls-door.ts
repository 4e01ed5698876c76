/** Caddy with a certificate of its own authority, in front of a server on this machine that uses plain http. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pause } from "./server-under-test.ts";

const START_TIMEOUT_MS = 30_000;
const PORT = 8443;

export interface TlsDoor {
  readonly origin: string;
  /** File with the certificate of the authority, for NODE_EXTRA_CA_CERTS. */
  readonly authority: string;
  close(): void;
}

/** @param address on which it listens. @param to port of the server behind it. */
export async function openTlsDoor(address: string, to: number): Promise<TlsDoor> {
  const folder = mkdtempSync(join(tmpdir(), "parfocal-tls-"));
  const path = join(folder, "Caddyfile");
  const general = `admin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tdefault_sni ${address}\n\tstorage file_system ${folder}`;
  const site = `https://${address}:${PORT} {\n\tbind ${address}\n\ttls internal\n\treverse_proxy 127.0.0.1:${to}\n}`;
  writeFileSync(path, `{\n\t${general}\n}\n${site}\n`);
  const child = spawn("caddy", ["run", "--config", path, "--adapter", "caddyfile"], {
    env: { ...process.env, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (piece: Buffer) => (said = (said + piece.toString()).slice(-5_000)));
  const close = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", close);
  const authority = join(folder, "pki/authorities/local/root.crt");
  const certificate = join(folder, `certificates/local/${address}/${address}.crt`);
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!existsSync(authority) || !existsSync(certificate)) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`no TLS before the store:\n${said}`);
    await pause(50);
  }
  return { origin: `https://${address}:${PORT}`, authority, close };
}
