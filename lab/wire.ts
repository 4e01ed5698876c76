/** A line to a store that counts what is sent, and fails on demand. */
import { connect, createServer, type Socket } from "node:net";

/**
 * Between the product and the store: counts what is sent, and can go away.
 *
 * @param delayMs of what is sent, in each direction.
 */
export async function startWire(port: number, delayMs = 0) {
  const sockets = new Set<Socket>();
  const wire = {
    port: 0,
    sentBytes: 0,
    receivedBytes: 0,
    /** Connections are cut once so much was sent, and new ones refused. */
    cutAfterBytes: Number.POSITIVE_INFINITY,
    /** The same, now. */
    cut() {
      wire.cutAfterBytes = -1;
      for (const socket of sockets) socket.destroy();
    },
    /** Connections are accepted, and nothing is passed on. */
    isSilent: false,
  };
  const server = createServer((near) => {
    if (wire.isSilent) return void near.on("error", () => {}).resume();
    if (wire.sentBytes > wire.cutAfterBytes) return void near.destroy();
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on("data", ({ length }) => {
      wire.sentBytes += length;
      if (wire.sentBytes > wire.cutAfterBytes) for (const socket of sockets) socket.destroy();
    });
    far.on("data", ({ length }) => {
      wire.receivedBytes += length;
    });
    if (delayMs === 0) return void near.pipe(far).pipe(near);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from.on("data", (bytes: Buffer) => setTimeout(() => to.write(bytes), delayMs));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  wire.port = address !== null && typeof address === "object" ? address.port : 0;
  return wire;
}
