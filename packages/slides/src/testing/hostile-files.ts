/** All hostile files except archives (`hostile-zips.ts`) and random damage (`fuzz-child.ts`). */
import { HOSTILE_DESCRIPTIONS } from "./hostile-descriptions.ts";
import { HOSTILE_DICOMS } from "./hostile-dicoms.ts";
import type { HostileFile } from "./hostile-file.ts";
import { HOSTILE_PICTURES } from "./hostile-pictures.ts";
import { HOSTILE_TIFFS } from "./hostile-tiffs.ts";

export const HOSTILE_FILES: readonly HostileFile[] = [
  ...HOSTILE_TIFFS,
  ...HOSTILE_DICOMS,
  ...HOSTILE_PICTURES,
  ...HOSTILE_DESCRIPTIONS,
];
