/**
 * The same as `two-nodes.ts`, but each server has its own data folder: they share only a PostgreSQL and a bucket of an
 * S3 store (OpenStack Swift).
 *
 * Usage: node lab/two-nodes-s3.ts [--proxy caddy|nginx] [--kills 20] [--learners 50]
 */
import { PROXIES } from "./balancer.ts";
import { choiceFromCommandLine, endWithin, numberFromCommandLine } from "./figures.ts";
import { tryTwoNodes } from "./two-nodes/try-two-nodes.ts";

const proxy = choiceFromCommandLine("proxy", PROXIES);
const [kills, learners] = [numberFromCommandLine("kills", 20), numberFromCommandLine("learners", 50)];
endWithin(900_000 + kills * 30_000);
await tryTwoNodes({ check: "two nodes, files in S3", files: "s3", areApart: false, proxy, kills, learners, cuts: 0 });
process.exit();
