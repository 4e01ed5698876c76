/**
 * Two servers with one PostgreSQL and one file storage behind a proxy: on this machine, or each on a separate machine
 * that reaches only these three. Both start concurrently on an empty database.
 */
import { join } from "node:path";
import { findFreePort } from "../../scripts/find-free-port.ts";
import { type ProxyName, startBalancer } from "../balancer.ts";
import { startExternalPostgres } from "../external-postgres.ts";
import { prepareServer, type ServerUnderTest, signIn } from "../server-under-test.ts";
import type { Nodes } from "./convert-and-kill.ts";
import { layNetwork } from "./network.ts";
import { type FilesKind, shareFiles } from "./shared-files.ts";

const NODES = 2;
const POSTGRES_PORT = 5432;

export interface NodesWanted {
  /** Name of the experiment. */
  readonly check: string;
  readonly files: FilesKind;
  readonly proxy: ProxyName;
  /** Whether each has a separate network; only with files in a bucket. */
  readonly areApart: boolean;
}

/** Ends the process with a SKIP line if a requirement is missing. */
export async function withTwoNodes(wanted: NodesWanted, work: (nodes: Nodes) => Promise<void>): Promise<void> {
  const { check, proxy, areApart } = wanted;
  const network = areApart ? layNetwork(check, NODES) : null;
  const postgres = await startExternalPostgres(check, {}, network);
  const files = await shareFiles(check, wanted.files, network);
  // The balancer identifies the servers by their addresses, which they keep across restarts.
  const places = await Promise.all(
    Array.from({ length: NODES }, async (_, index) => ({
      address: network?.machines[index]?.address ?? "127.0.0.1",
      port: await findFreePort(),
      within: network?.machines[index]?.within ?? [],
    })),
  );
  const balancer = await startBalancer(
    check,
    places.map(({ address, port }) => `${address}:${port}`),
    proxy,
  );
  const { dataFolder } = files;
  const nodes = await Promise.all(
    places.map(({ address, port, within }, index) =>
      prepareServer({
        ...(dataFolder === undefined ? {} : { dataFolder }),
        ...(index === 0 ? { slide: join(import.meta.dirname, "../../fixtures/pyramid.tif") } : {}),
        within,
        environment: {
          ...files.environment,
          DATABASE_URL: network ? postgres.urlThrough(POSTGRES_PORT, network.address) : postgres.url,
          HOST: address,
          PORT: String(port),
          PARFOCAL_TRUST_PROXY: [...(network ? [network.address] : []), "127.0.0.1"].join(","),
        },
      }),
    ),
  );
  try {
    await Promise.all(nodes.map((node) => node.start()));
    const [first] = nodes as [ServerUnderTest];
    const through: ServerUnderTest = {
      ...first,
      origin: balancer.origin,
      slidePath: first.slidePath,
      databaseUrl: postgres.superuserUrl,
    };
    await balancer.untilOpen();
    await work({ through, nodes, token: await signIn(through), files, machines: network?.machines ?? [] });
  } finally {
    for (const machine of network?.machines ?? []) machine.heal();
    await Promise.all(nodes.map((node) => node.close()));
    await balancer.stop();
    await postgres.stop();
    files.close();
    network?.close();
  }
}
