/**
 * The same as `two-nodes-s3.ts`, but each server is in a separate network namespace with its own address, and reaches
 * PostgreSQL, the bucket (by https) and the proxy over a network connection. Besides kills, the converting server is
 * cut off for half a minute while it keeps running: the other one takes over within ten seconds, and the returning
 * server changes nothing. Needs root, for the namespaces.
 *
 * Usage: node lab/two-nodes-apart.ts [--proxy caddy|nginx] [--kills 20] [--learners 50] [--cuts 2]
 */
import { PROXIES } from "./balancer.ts";
import { choiceFromCommandLine, endWithin, numberFromCommandLine } from "./figures.ts";
import { tryTwoNodes } from "./two-nodes/try-two-nodes.ts";

const proxy = choiceFromCommandLine("proxy", PROXIES);
const [kills, learners] = [numberFromCommandLine("kills", 20), numberFromCommandLine("learners", 50)];
const cuts = numberFromCommandLine("cuts", 2);
endWithin(900_000 + kills * 30_000 + cuts * 180_000);
await tryTwoNodes({ check: "two nodes apart", files: "s3", areApart: true, proxy, kills, learners, cuts });
process.exit();
