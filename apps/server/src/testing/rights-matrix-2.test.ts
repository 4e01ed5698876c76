/** SEC-01: a part of the cells of the rights matrix, tried. */
import { tryRights } from "./try-rights.ts";

tryRights(2);
