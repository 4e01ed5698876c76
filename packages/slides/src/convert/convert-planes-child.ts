/** Sandboxed part of `convertPlanes`. */
import { runTask } from "../sandbox/run-task.ts";
import { type PlanesOrder, writePlanes } from "./write-planes.ts";

await runTask<PlanesOrder>(writePlanes);
