/** A line with latency: a proxy that hands on each piece half a round trip later, in both directions. */
import { connect, createServer, type Socket } from "node:net";

export interface DelayedLine {
  /** Without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opening a connection costs a round trip, as TCP does. Bandwidth is not limited.
 *
 * @param target origin of the server.
 * @param roundTripMs 0: nothing is delayed, and bytes still pass through the proxy, so that all rows compare.
 */
export async function openDelayedLine(target: string, roundTripMs: number): Promise<DelayedLine> {
  const { protocol, hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => {
        near.destroy();
        far.destroy();
      });
    }
    // The handshake: the first bytes leave the browser a round trip after it asked for the connection.
    passOn(near, far, roundTripMs / 2, roundTripMs);
    passOn(far, near, roundTripMs / 2, 0);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    url: `${protocol}//127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        proxy.close(() => resolve());
      }),
  };
}

/** @param handshakeMs how long after its opening the connection carries its first bytes. */
function passOn(from: Socket, to: Socket, delayMs: number, handshakeMs: number): void {
  const openFrom = performance.now() + handshakeMs;
  const later = (work: () => void) => {
    const waitMs = Math.max(0, openFrom - performance.now()) + delayMs;
    if (waitMs === 0) work();
    else setTimeout(work, waitMs);
  };
  from.on("data", (piece) => later(() => to.writable && to.write(piece)));
  from.on("end", () => later(() => to.writable && to.end()));
}
