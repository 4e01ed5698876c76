import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openChaosLine } from "./chaos-line.ts";

it("after a repair nothing overtakes the bytes that are still delayed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parfocal-line-"));
  const received: string[] = [];
  const database = createServer((socket) => {
    socket.setEncoding("utf8").on("data", (text: string) => received.push(text));
    socket.on("error", () => undefined);
  });
  database.listen(join(folder, "socket"));
  await once(database, "listening");
  const line = await openChaosLine(join(folder, "socket"));
  const client = connect(line.port, "127.0.0.1");
  client.on("error", () => undefined);
  try {
    client.write("0");
    await expect.poll(() => received.join("")).toBe("0");
    line.break("late");
    client.write("A");
    await new Promise((resolve) => setTimeout(resolve, 100));
    line.heal();
    client.write("B");
    await expect.poll(() => received.join("")).toBe("0AB");
  } finally {
    client.destroy();
    await line.close();
    database.close();
    await rm(folder, { recursive: true });
  }
});
