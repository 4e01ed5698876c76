/** Caddy in front of a server, like in `deploy/caddy`: HTTP/2 over TLS, with a self-signed certificate. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { findFreePort } from "../../scripts/find-free-port.ts";

const START_TIMEOUT_MS = 20_000;
const LOOK_EVERY_MS = 100;

export interface Http2Front {
  /** Without a trailing slash. */
  readonly url: string;
  /** SHA-256 of the certificate's public key, Base64: for Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly keySha256: string;
  close(): Promise<void>;
}

/** @param target origin of the server. @throws Error if there is no `caddy`, or it does not start. */
export async function startHttp2Front(target: string): Promise<Http2Front> {
  const folder = await mkdtemp(join(tmpdir(), "parfocal-caddy-"));
  const port = await findFreePort();
  const file = join(folder, "Caddyfile");
  await writeFile(
    file,
    `{
	admin off
	auto_https disable_redirects
	skip_install_trust
}

https://127.0.0.1:${port} {
	tls internal
	reverse_proxy ${new URL(target).host}
}
`,
  );
  const environment = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const caddy = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    env: environment,
    stdio: "ignore",
  });
  const close = async () => {
    caddy.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { url: `https://127.0.0.1:${port}`, keySha256: await findKey(caddy, port), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function findKey(caddy: ChildProcess, port: number): Promise<string> {
  let failure: Error | undefined;
  caddy.on("error", (error) => {
    failure = error;
  });
  for (const until = performance.now() + START_TIMEOUT_MS; performance.now() < until; ) {
    if (failure) throw failure;
    if (caddy.exitCode !== null) throw new Error(`Caddy ended with ${caddy.exitCode}.`);
    const certificate = await readCertificate(port);
    if (certificate) {
      const key = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
      return createHash("sha256").update(key).digest("base64");
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error("Caddy did not start in time.");
}

/** @returns undefined if nothing responds yet. */
const readCertificate = (port: number): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().raw);
      socket.destroy();
    });
    socket.on("error", () => resolve(undefined));
  });
