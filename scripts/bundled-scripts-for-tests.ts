/**
 * Bundles the scripts that tests start as processes, as in the product, before the first test (called by vitest): from
 * TypeScript modules each start takes three times the processor time.
 */
import { bundleAllScripts } from "./bundle-scripts.ts";

export const setup = bundleAllScripts;
