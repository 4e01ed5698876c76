/** The only place where the fuzz test uses the server's code: its sites, and the valid requests that it mutates. */
export {
  FUZZ_ACTORS,
  type FuzzActor,
  type FuzzWorld,
  type FuzzWorlds,
  openFuzzWorlds,
} from "../../apps/server/src/testing/fuzz-world.ts";
