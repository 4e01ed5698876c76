/** A TCP connection to PostgreSQL that can be made to fail in the ways that networks and proxies fail. */
import { createConnection, createServer, type Socket } from "node:net";

/** Behaviour of the line until it is repaired. */
export type LineFault =
  /** Every connection is reset, new ones too. */
  | "reset"
  /** Nothing passes in either direction; connections stay open. */
  | "blackHole"
  /** Each packet is delayed. */
  | "late"
  /** A connection ends after a random number of response bytes. */
  | "cut"
  /** A commit is forwarded, and the connection ends before its response. */
  | "cutAfterCommit";

export const LINE_FAULTS: readonly LineFault[] = ["reset", "blackHole", "late", "cut", "cutAfterCommit"];

/** In each direction: two seconds for request and response. */
const LATE_MS = 1_000;
const MOST_BYTES_BEFORE_CUT = 20_000;
/** In the protocol's messages Query and Parse; the driver writes it in lower case. */
const COMMIT = Buffer.from("commit");

export interface ChaosLine {
  readonly port: number;
  break(fault: LineFault): void;
  heal(): void;
  /** Number of connections that a fault ended. */
  readonly broken: number;
  close(): Promise<void>;
}

interface Delay {
  write(piece: Buffer, delayMs: number): void;
}

/** Writes to the socket after a delay, in order: once the line is repaired, nothing overtakes what is still delayed. */
function createDelay(to: Socket): Delay {
  const waiting: { readonly piece: Buffer; readonly dueMs: number }[] = [];
  const forward = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const restMs = next.dueMs - performance.now();
      if (restMs > 0) return void setTimeout(forward, restMs);
      waiting.shift();
      if (to.writable) to.write(next.piece);
    }
  };
  return {
    write(piece, delayMs) {
      waiting.push({ piece, dueMs: performance.now() + delayMs });
      if (waiting.length === 1) forward();
    },
  };
}

/** @param socketPath of the database. */
export async function openChaosLine(socketPath: string): Promise<ChaosLine> {
  const pairs = new Set<{ readonly client: Socket; readonly database: Socket }>();
  let fault: LineFault | null = null;
  let broken = 0;

  function end(pair: { readonly client: Socket; readonly database: Socket }): void {
    if (!pairs.delete(pair)) return;
    if (fault !== null) broken += 1;
    pair.client.resetAndDestroy();
    pair.database.destroy();
  }

  const server = createServer((client) => {
    const database = createConnection(socketPath);
    const pair = { client, database };
    pairs.add(pair);
    let bytesUntilCut = Math.floor(Math.random() * MOST_BYTES_BEFORE_CUT);
    let isCommitting = false;
    const [toClient, toDatabase] = [createDelay(client), createDelay(database)];
    const pass = (to: Delay, piece: Buffer) => {
      // Data sent while nothing passes is lost with the connection, like packets.
      if (fault === "blackHole") return void pair.client.once("lineHealed", () => end(pair));
      to.write(piece, fault === "late" ? LATE_MS : 0);
    };
    client.on("data", (piece: Buffer) => {
      if (fault === "reset") return end(pair);
      if (fault === "cutAfterCommit" && piece.includes(COMMIT)) isCommitting = true;
      pass(toDatabase, piece);
    });
    database.on("data", (piece: Buffer) => {
      if (fault === "reset" || isCommitting) return end(pair);
      if (fault === "cut") {
        bytesUntilCut -= piece.length;
        if (bytesUntilCut < 0) return end(pair);
      }
      pass(toClient, piece);
    });
    for (const socket of [client, database]) {
      socket.on("error", () => end(pair));
      socket.on("close", () => end(pair));
    }
    if (fault === "reset") end(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    break(next) {
      fault = next;
      if (fault === "reset") for (const pair of [...pairs]) end(pair);
    },
    heal() {
      for (const { client } of [...pairs]) client.emit("lineHealed");
      fault = null;
    },
    get broken() {
      return broken;
    },
    close() {
      for (const pair of [...pairs]) end(pair);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
