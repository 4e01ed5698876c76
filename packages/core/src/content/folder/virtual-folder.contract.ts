/** A folder within a virtual course. Source: spec decisions, "Identity"; operations.tsv. */
import type { Call } from "../../call.contract.ts";
import { idParams } from "../../platform/ids.ts";
import { folder } from "./folder.contract.ts";

export const getVirtualFolder = {
  method: "GET",
  path: "/v2/folder/virtual/{id}",
  summary: "Get a folder assigned to one of the caller's user groups, in that group's virtual course (read-only)",
  policy: "seesSite",
  params: idParams,
  answer: folder,
} as const satisfies Call;
