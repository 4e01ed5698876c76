/** The health check of the container: http, https with any certificate, and what it calls unhealthy. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getHealth } from "@parfocal/core/platform/health.contract.ts";
import { afterAll, expect, it } from "vitest";

const SCRIPT = join(import.meta.dirname, "check-health.ts");
const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;

const folder = mkdtempSync(join(tmpdir(), "parfocal-health-"));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const answers =
  (status: number): RequestListener =>
  ({ url }, answer) =>
    void answer.writeHead(url === `/api${getHealth.path}` ? status : 404).end();

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return String((server.address() as AddressInfo).port);
}

/** With nothing but these settings. @returns the exit status, and what it says on standard error. */
const check = (environment: Record<string, string>) =>
  new Promise<{ status: number; said: string }>((resolve) => {
    const child = execFile(process.execPath, [SCRIPT], { env: environment }, (_error, _out, said) =>
      resolve({ status: child.exitCode ?? -1, said }),
    );
  });

it("a server that answers is healthy, at the address of everything too", async () => {
  const PORT = await listen(createHttp(answers(200)));
  expect(await check({ PORT })).toEqual({ status: 0, said: "" });
  expect(await check({ PORT, HOST: "0.0.0.0" })).toEqual({ status: 0, said: "" });
});

it("one whose database does not respond is not", async () => {
  const PORT = await listen(createHttp(answers(503)));
  expect(await check({ PORT })).toEqual({ status: 1, said: "status 503\n" });
});

it("one that is gone, or has a setting that cannot be understood, is not", async () => {
  const server = createHttp(answers(200));
  const PORT = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await check({ PORT })).toEqual({ status: 1, said: expect.stringContaining("ECONNREFUSED") });
  expect(await check({ PORT: "none" })).toEqual({ status: 1, said: expect.stringContaining('PORT is "none"') });
});

/** A certificate that the authority has signed, or without one its own. */
function issue(name: string, authority?: string) {
  const request = ["req", "-newkey", "rsa:2048", "-nodes", "-subj", `/CN=${name}`, "-keyout", `${name}.key`];
  const openssl = (...words: string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
  if (authority === undefined) openssl(...request, "-x509", "-days", "2", "-out", `${name}.pem`);
  else {
    openssl(...request, "-out", "csr");
    const signing = ["-CA", `${authority}.pem`, "-CAkey", `${authority}.key`, "-CAcreateserial"];
    openssl("x509", "-req", "-in", "csr", "-days", "2", ...signing, "-out", `${name}.pem`);
  }
  const at = (kind: string) => join(folder, `${name}.${kind}`);
  return {
    files: { PARFOCAL_TLS_CERT_FILE: at("pem"), PARFOCAL_TLS_KEY_FILE: at("key") },
    pair: { cert: readFileSync(at("pem")), key: readFileSync(at("key")) },
  };
}

it.skipIf(!hasOpenssl)(
  "with TLS it asks by https, and trusts the server's own certificate alone (needs openssl)",
  async () => {
    issue("authority");
    const [own, other] = [issue("parfocal.internal", "authority"), issue("other", "authority")];
    const PORT = await listen(createHttps(own.pair, answers(200)));
    expect(await check({ PORT, ...own.files })).toEqual({ status: 0, said: "" });
    expect((await check({ PORT, ...other.files })).status).toBe(1);
    expect((await check({ PORT })).status).toBe(1);
  },
);
