/** A connection with latency: a proxy that forwards each piece half a round trip later, in both directions. */
import { connect, createServer, type Socket } from "node:net";

export interface DelayedLine {
  /** Without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opening a connection costs a round trip, as with TCP. Bandwidth is not limited.
 *
 * @param target origin of the server.
 * @param roundTripMs 0: no delay; bytes still pass through the proxy, so that all rows are comparable.
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
    // The handshake: the browser sends the first bytes a round trip after it requested the connection.
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

/** @param handshakeMs delay from the opening of the connection to its first bytes. */
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
