/** The life of a process that answers requests and does nothing else; the leader has started it, and replaces it. */
import { once } from "node:events";
import { openServerLog, WEB_FOLDER } from "../serve.ts";
