/** SEC-01: tests a part of the cells of the rights matrix. */
import { tryRights } from "./try-rights.ts";

tryRights(1);
