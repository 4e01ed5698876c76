/** A connection to a store that counts the sent bytes, and fails on demand. */
import { connect, createServer, type Socket } from "node:net";

/**
 * Proxy between the product and the store: counts the sent bytes, and can become unavailable.
 *
 * @param delayMs delay of sent data, in each direction.
 */
export async function startWire(port: number, delayMs = 0) {
  const sockets = new Set<Socket>();
  const wire = {
    port: 0,
    sentBytes: 0,
    receivedBytes: 0,
    /** Once this number of bytes was sent, connections are cut and new ones rejected. */
    cutAfterBytes: Number.POSITIVE_INFINITY,
    /** The same, immediately. */
    cut() {
      wire.cutAfterBytes = -1;
      for (const socket of sockets) socket.destroy();
    },
    /** Whether connections are accepted but nothing is forwarded. */
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
