import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const RUN_CHILD = JSON.stringify(join(import.meta.dirname, "run-child.mjs"));
/** Prints each signal that it receives, and ends at SIGTERM with status 7. */
const CHILD = `
  process.on("SIGINT", () => console.log("got SIGINT"));
  process.on("SIGTERM", () => { console.log("got SIGTERM"); process.exit(7); });
  setInterval(() => {}, 1000);
  console.log("child", process.pid);`;

/** A process that runs another by runChild() and ends with its status. */
function startParent(
  child: string,
  environment: Record<string, string> = {},
): { parent: ChildProcess; output: () => string } {
  const program = `
    const { runChild } = await import(${RUN_CHILD});
    process.exitCode = await runChild(process.execPath, ["-e", ${JSON.stringify(child)}], { ownGroup: true });`;
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { ...inherited, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  parent.stdout.on("data", (piece: Buffer) => (output += piece));
  return { parent, output: () => output };
}

const statusOf = (parent: ChildProcess) => new Promise<number | null>((resolve) => parent.once("close", resolve));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a program run as a child", () => {
  const cases: [what: string, child: string, status: number][] = [
    ["passes its exit status on", "process.exit(3)", 3],
    ["passes on that a signal ended it, as shells do", "process.kill(process.pid, 'SIGKILL')", 128 + 9],
  ];
  for (const [what, child, status] of cases) {
    it(what, async () => expect(await statusOf(startParent(child).parent)).toBe(status));
  }

  it("gets a Ctrl-C once, although it arrives twice, and another later", async () => {
    const { parent, output } = startParent(CHILD);
    await expect.poll(output).toContain("child");
    parent.kill("SIGINT");
    parent.kill("SIGINT");
    await expect.poll(output).toContain("got SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(output().match(/got SIGINT/g)).toHaveLength(1);
    parent.kill("SIGINT");
    await expect.poll(() => output().match(/got SIGINT/g)).toHaveLength(2);
    parent.kill("SIGTERM");
    expect(await statusOf(parent)).toBe(7);
  });

  it("ends when the parent is killed", async () => {
    const { parent, output } = startParent(CHILD);
    await expect.poll(output).toContain("child");
    const pid = Number(/child (\d+)/.exec(output())?.[1]);
    parent.kill("SIGKILL");
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(output()).toContain("got SIGTERM");
  });
});
