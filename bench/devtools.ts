/** A headless Chromium controlled only by its debugging protocol, without the inspector that Playwright enables. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface DevtoolsPage {
  /** @throws Error with the browser's response. */
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of answers
  send(method: string, params?: object): Promise<any>;
  /** Including its cookies and cache. */
  close(): Promise<void>;
}

export interface Devtools {
  /** 1440 x 900, in a separate profile with an empty cache. */
  openPage(): Promise<DevtoolsPage>;
  close(): Promise<void>;
}

interface Answer {
  readonly id?: number;
  readonly result?: object;
  readonly error?: { readonly message: string };
}

export async function openDevtools(executablePath: string): Promise<Devtools> {
  const profile = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
  const browser = spawn(
    executablePath,
    ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", `--user-data-dir=${profile}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const socket = new WebSocket(await addressOf(browser));
  await once(socket, "open");
  const waiting = new Map<number, (answer: Answer) => void>();
  let count = 0;
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const send = (method: string, params: object = {}, sessionId?: string): Promise<any> =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      socket.send(JSON.stringify({ id: count, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  return {
    async openPage() {
      const { browserContextId } = await send("Target.createBrowserContext");
      const size = { width: 1440, height: 900 };
      const { targetId } = await send("Target.createTarget", { url: "about:blank", browserContextId, ...size });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      return {
        send: (method, params) => send(method, params, sessionId),
        close: () => send("Target.disposeBrowserContext", { browserContextId }),
      };
    },
    async close() {
      const ended = once(browser, "exit");
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error("Chromium has no output.");
  for await (const line of createInterface({ input: stderr })) {
    const [, address] = /^DevTools listening on (ws:.*)$/.exec(line) ?? [];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
  }
  throw new Error("Chromium ended before it could be reached.");
}
