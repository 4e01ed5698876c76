/** The item that a post of the host site shows. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idParams } from "../../platform/ids.ts";

export const findPostPath = {
  method: "GET",
  path: "/v2/host/post/{id}",
  summary: "Find the page of the item that a post of the host site shows; the item of that ID if no post shows it",
  policy: "seesSite",
  params: idParams,
  /** Path of its page that is accessible to the caller, such as `/s1/course2/i9/`. */
  answer: z.object({ path: z.string() }),
} as const satisfies Call;
