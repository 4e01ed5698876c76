/**
 * Two servers that share a PostgreSQL and a data folder, behind a proxy, one of them killed repeatedly: while
 * annotations are drawn, during an exam, and each in the middle of an upload and of a conversion. Nothing acknowledged
 * is lost, the other server takes over a killed one's conversion within ten seconds, and files that one server replaces
 * or deletes are no longer served by the other.
 *
 * Usage: node lab/two-nodes.ts [--proxy caddy|nginx] [--kills 20] [--learners 50]
 */
import { PROXIES } from "./balancer.ts";
import { choiceFromCommandLine, endWithin, numberFromCommandLine } from "./figures.ts";
import { tryTwoNodes } from "./two-nodes/try-two-nodes.ts";

const proxy = choiceFromCommandLine("proxy", PROXIES);
const [kills, learners] = [numberFromCommandLine("kills", 20), numberFromCommandLine("learners", 50)];
endWithin(900_000 + kills * 30_000);
await tryTwoNodes({ check: "two nodes", files: "folder", areApart: false, proxy, kills, learners, cuts: 0 });
process.exit();
