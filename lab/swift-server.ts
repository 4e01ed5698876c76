/**
 * A real S3 store: OpenStack Swift with its S3 interface, as packaged by Debian, on this machine, in a temporary
 * folder, with one copy of each object.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { AwsV4Signer } from "aws4fetch";
import { pause } from "./server-under-test.ts";

const PROGRAMS = ["account", "container", "object", "proxy"].map((name) => `/usr/bin/swift-${name}-server`);
export const SWIFT_PACKAGES = "swift-proxy swift-account swift-container swift-object";
const START_TIMEOUT_MS = 60_000;
export const SWIFT_CREDENTIALS = { accessKeyId: "lab:backups", secretAccessKey: "a-secret-of-the-lab" };
export const SWIFT_REGION = "us-east-1";

export const isSwiftInstalled = (): boolean => PROGRAMS.every((path) => existsSync(path));

export interface SwiftClient {
  createBucket(name: string): Promise<void>;
  /** Keys under a prefix; at most a thousand. */
  list(bucket: string, prefix: string): Promise<string[]>;
  read(bucket: string, key: string): Promise<Buffer>;
  /** Time and ETag of the last write of each object, by key. */
  versions(bucket: string, prefix: string): Promise<Map<string, string>>;
}

export interface SwiftServer extends SwiftClient {
  readonly port: number;
  readonly credentials: typeof SWIFT_CREDENTIALS;
  readonly region: string;
  close(): void;
}

export async function startSwift(): Promise<SwiftServer> {
  const folder = mkdtempSync(join(tmpdir(), "parfocal-swift-"));
  const devices = join(folder, "devices");
  mkdirSync(join(devices, "disk"), { recursive: true });
  const [proxy, account, container, object] = await freePorts(4);
  const common = (port = 0) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${folder}\n`;
  writeFileSync(
    join(folder, "swift.conf"),
    "[swift-hash]\nswift_hash_path_suffix = lab\nswift_hash_path_prefix = lab\n",
  );
  for (const [name, port] of Object.entries({ account, container, object })) {
    const text = `${common(port)}devices = ${devices}\nmount_check = false\n[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`;
    writeFileSync(join(folder, `${name}.conf`), text);
  }
  makeRings(folder, [account, container, object]);
  writeFileSync(join(folder, "proxy.conf"), common(proxy) + PROXY);
  const children: ChildProcess[] = [];
  const close = () => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", close);
  for (const [name, port] of Object.entries({ account, container, object, proxy })) {
    const words = [join(folder, `${name}.conf`)];
    // The proxy is started last, since it avoids unresponsive servers for a while.
    if (name === "proxy") await Promise.all([account, container, object].map((each) => whenOpen(each)));
    children.push(spawn(`/usr/bin/swift-${name}-server`, words, { stdio: "ignore" }));
    if (name === "proxy") await whenOpen(port);
  }
  return { ...swiftAt(proxy ?? 0), port: proxy ?? 0, credentials: SWIFT_CREDENTIALS, region: SWIFT_REGION, close };
}

/** @param port of a running store. */
export function swiftAt(port: number): SwiftClient {
  const send = async (method: "GET" | "PUT", path: string) => {
    const url = `http://127.0.0.1:${port}/${path}`;
    const signed = await new AwsV4Signer({
      ...{ method, url, service: "s3", region: SWIFT_REGION },
      ...SWIFT_CREDENTIALS,
    }).sign();
    const answer = await fetch(signed.url, { method, headers: signed.headers });
    if (!answer.ok) throw new Error(`Swift answered ${answer.status} to ${method} ${path}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const page = (bucket: string, prefix: string) =>
    send("GET", `${bucket}?list-type=2&prefix=${encodeURIComponent(prefix)}`);
  return {
    async createBucket(name) {
      await send("PUT", name);
    },
    async list(bucket, prefix) {
      return [...(await page(bucket, prefix)).toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key ?? "");
    },
    read: (bucket, key) => send("GET", `${bucket}/${key}`),
    async versions(bucket, prefix) {
      const text = (await page(bucket, prefix)).toString();
      return new Map(
        [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, facts = ""]) => [
          /<Key>([^<]+)</.exec(facts)?.[1] ?? "",
          [/<LastModified>([^<]+)</, /<ETag>([^<]+)</].map((pattern) => pattern.exec(facts)?.[1]).join(" "),
        ]),
      );
    },
  };
}

// Checks the caller and the form of requests; nothing is cached between requests, as there is no memcached.
const PROXY = `
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${SWIFT_REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_lab_backups = ${SWIFT_CREDENTIALS.secretAccessKey} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;

const RINGS = `
import sys
from swift.common.ring import RingBuilder
for name, port in zip(("account", "container", "object"), sys.argv[2:]):
    builder = RingBuilder(4, 1, 1)
    place = {"ip": "127.0.0.1", "port": int(port), "replication_ip": "127.0.0.1", "replication_port": int(port)}
    builder.add_dev({"region": 1, "zone": 1, "device": "disk", "weight": 1, **place})
    builder.rebalance()
    builder.get_ring().save(f"{sys.argv[1]}/{name}.ring.gz")
`;

/** Rings for accounts, containers and objects: one disk each. */
function makeRings(folder: string, ports: readonly (number | undefined)[]): void {
  const { status, stderr } = spawnSync("/usr/bin/python3", ["-c", RINGS, folder, ...ports.map(String)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the rings of Swift: ${stderr}`);
}

async function whenOpen(port = 0): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  while (!(await isOpen())) {
    if (performance.now() > deadline) throw new Error("Swift did not start");
    await pause(100);
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    ports.push(address !== null && typeof address === "object" ? address.port : 0);
  }
  for (const server of servers) server.close();
  return ports;
}
