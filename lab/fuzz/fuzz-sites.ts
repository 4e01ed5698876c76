/** The one place where the fuzz reaches into the server's code: its sites, and the requests that it makes wrong. */
export {
  FUZZ_ACTORS,
  type FuzzActor,
  type FuzzWorld,
  type FuzzWorlds,
  openFuzzWorlds,
} from "../../apps/server/src/testing/fuzz-world.ts";
