/**
 * Prints how many requirements of OWASP ASVS 5.0 (levels 1 and 2) are met, and which are not.
 *
 * Usage: npm run asvs
 */
import { resolve } from "node:path";
import { describeRequirements, problemOfProof, readProduct, readRequirements } from "./asvs.ts";

const root = resolve(import.meta.dirname, "..");
const requirements = readRequirements(root);
const product = readProduct(root);
const problems = requirements.flatMap(({ number, proofs }) =>
  proofs.flatMap((proof) => {
    const problem = problemOfProof(proof, root, product);
    return problem === null ? [] : [`${number}: ${problem}`];
  }),
);
const [summary, ...rest] = describeRequirements(requirements);
for (const problem of problems) console.error(problem);
console.log(`${problems.length === 0 ? "PASS" : "FAIL"} ${summary}`);
for (const line of rest) console.log(line);
process.exitCode = problems.length === 0 ? 0 : 1;
