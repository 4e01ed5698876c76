/** Starts a program that serves tiles, and stops it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

const LONGEST_START_MS = 20_000;

export function startProgram(
  command: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess & { readonly pid: number } {
  const child = spawn(command, parameters, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.pid === undefined) throw new Error(`${command} did not start`);
  return child as ChildProcess & { readonly pid: number };
}

/** Child processes of a process whose command line contains a word. */
export function childrenOf(parent: number, word: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const isChild = readFileSync(`/proc/${pid}/status`, "utf8").includes(`\nPPid:\t${parent}\n`);
        return isChild && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word);
      } catch {
        return false; // ended in the meantime
      }
    });
}

/** The first line of its output that matches. */
export async function lineOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const match = pattern.exec(line);
    if (match) return match;
  }
  throw new Error(`the server ended before it said ${pattern}`);
}

/** Waits until a URL returns a JPEG. */
export async function untilServed(url: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const started = performance.now();
  for (;;) {
    const answer = await fetch(url, { headers: { ...headers } }).catch(() => null);
    const type = answer?.headers.get("content-type");
    await answer?.arrayBuffer();
    if (answer?.ok && type === "image/jpeg") return;
    if (performance.now() - started > LONGEST_START_MS)
      throw new Error(`${url}: ${answer?.status ?? "no answer"} ${type ?? ""}`);
    await wait(100);
  }
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGINT");
  await once(child, "exit");
}
