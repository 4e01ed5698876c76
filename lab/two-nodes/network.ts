/**
 * Machines of an experiment: network namespaces of this one, each with an address on a bridge. They reach only services
 * that listen on the address of the bridge, and each other. A connection can be cut while the processes at its ends
 * keep running.
 */
import { spawnSync } from "node:child_process";

export interface Machine {
  readonly address: string;
  /** Words before a command line that run it there; the process is that of the command. */
  readonly within: readonly string[];
  /** From now on nothing arrives, and no error is reported. */
  cut(): void;
  heal(): void;
}

export interface Network {
  /** Address of this machine, as seen by the others. */
  readonly address: string;
  /** All addresses of the network. */
  readonly range: string;
  readonly machines: readonly Machine[];
  close(): void;
}

const run = (words: readonly string[]) => spawnSync("ip", words, { encoding: "utf8" });

function ip(...words: readonly string[]): void {
  const { status, stderr } = run(words);
  if (status !== 0) throw new Error(`ip ${words.join(" ")}: ${stderr}`);
}

function skip(check: string, reason: string): never {
  process.stdout.write(`SKIP ${check}: ${reason}\n`);
  process.exit();
}

/** Ends the process with a SKIP line if networks are not possible. @param check name of the experiment. */
export function layNetwork(check: string, count: number): Network {
  if (run(["-V"]).status !== 0) skip(check, "there is no ip (Debian: apt install iproute2)");
  // Names of interfaces have at most 15 characters.
  const name = `pf${process.pid}`;
  const spaces = Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
  const lines = spaces.map((_, index) => `${name}v${index + 1}`);
  const close = () => {
    // A namespace whose connections are still being closed would keep its link for a while.
    for (const line of [...lines, name]) run(["link", "del", line]);
    for (const space of spaces) run(["netns", "del", space]);
  };
  process.once("exit", close);
  const first = run(["link", "add", name, "type", "bridge"]);
  if (first.status !== 0) skip(check, `network namespaces need root: ${first.stderr.trim()}`);
  const place = `10.${100 + (process.pid % 100)}.${Math.floor(process.pid / 100) % 250}`;
  const address = `${place}.1`;
  ip("addr", "add", `${address}/24`, "dev", name);
  ip("link", "set", name, "up");
  const machines = spaces.map((space, index) => {
    const own = `${place}.${index + 11}`;
    const line = lines[index] as string;
    const made = run(["netns", "add", space]);
    if (made.status !== 0) skip(check, `no network namespace can be made: ${made.stderr.trim()}`);
    ip("link", "add", line, "type", "veth", "peer", "name", "eth0", "netns", space);
    ip("link", "set", line, "master", name, "up");
    ip("-n", space, "link", "set", "lo", "up");
    ip("-n", space, "addr", "add", `${own}/24`, "dev", "eth0");
    ip("-n", space, "link", "set", "eth0", "up");
    return {
      address: own,
      within: ["ip", "netns", "exec", space],
      cut: () => ip("link", "set", line, "nomaster"),
      heal: () => ip("link", "set", line, "master", name),
    };
  });
  return { address, range: `${place}.0/24`, machines, close };
}
