import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { createTestServer } from "#testing/test-server.ts";

it("a stopping server does not wait for a connection that was opened and never used", async () => {
  const server = await createTestServer();
  const socket = connect(Number(new URL(await server.listen()).port), "127.0.0.1");
  await once(socket, "connect");
  const ended = once(socket, "close");
  await server.close();
  await ended;
  expect(socket.destroyed).toBe(true);
});
