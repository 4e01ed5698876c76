/** Requests random tiles from a server over several connections, and reports their cost. */
import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import { TILES_A_SIDE } from "./bench-slide.ts";

export const CONNECTIONS = 32;
/** Linux: sysconf(_SC_CLK_TCK). */
const CLOCK_TICKS_PER_SECOND = 100;
/** Index in /proc/PID/stat, from 0. */
const USER_TIME_FIELD = 13;

export interface TileCost {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuUsPerTile: number;
}

export interface TileServer {
  /** `http://HOST:PORT` */
  readonly origin: string;
  /** All processes that contribute to a tile. */
  readonly pids: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
  /** Path of a tile at full resolution. */
  readonly pathOf: (x: number, y: number) => string;
  stop(): Promise<void>;
}

export function cpuSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/\(.*\)/, "x")
      .split(" ");
    return sum + (Number(fields[USER_TIME_FIELD]) + Number(fields[USER_TIME_FIELD + 1])) / CLOCK_TICKS_PER_SECOND;
  }, 0);
}

/**
 * @param tilesASide of the square at the corner of the slide whose tiles are requested.
 * @throws Error if a response is not a tile.
 */
export async function loadTiles(server: TileServer, seconds: number, tilesASide = TILES_A_SIDE): Promise<TileCost> {
  const random = () => Math.floor(Math.random() * tilesASide);
  const before = cpuSecondsOf(server.pids);
  const result = await autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { ...server.headers },
    requests: [{ setupRequest: (request) => ({ ...request, path: server.pathOf(random(), random()) }) }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were no tiles, ${result.errors} errors`);
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuUsPerTile: ((cpuSecondsOf(server.pids) - before) * 1e6) / result.requests.total,
  };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] as number;
