/**
 * Prints how many requirements of OWASP ASVS 5.0 (levels 1 and 2) are met, and which are not.
 *
 * Usage: npm run asvs
 */
import { resolve } from "node:path";
import { describeRequirements, faultOfProof, readProduct, readRequirements } from "./asvs.ts";

const root = resolve(import.meta.dirname, "..");
const requirements = readRequirements(root);
const product = readProduct(root);
const faults = requirements.flatMap(({ number, proofs }) =>
  proofs.flatMap((proof) => {
    const fault = faultOfProof(proof, root, product);
    return fault === null ? [] : [`${number}: ${fault}`];
  }),
);
const [summary, ...rest] = describeRequirements(requirements);
for (const fault of faults) console.error(fault);
console.log(`${faults.length === 0 ? "PASS" : "FAIL"} ${summary}`);
for (const line of rest) console.log(line);
process.exitCode = faults.length === 0 ? 0 : 1;
