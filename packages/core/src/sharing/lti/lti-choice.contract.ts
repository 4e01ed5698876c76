/**
 * Choosing content for an activity of a learning platform (Deep Linking). A choice belongs to the person who launched
 * it, expires after two hours, and is returned once.
 *
 * Source: LTI Deep Linking 2.0.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idParams, idText } from "../../platform/ids.ts";

const PATH_MAX_CHARACTERS = 1_000;
const TICKET_MAX_CHARACTERS = 100;

export const getLtiChoice = {
  method: "GET",
  path: "/v2/lti/choices/{id}",
  summary: "Get the learning platform for which content is to be chosen",
  policy: "manageContent",
  params: idParams,
  answer: z.object({ platform: z.string() }),
} as const satisfies Call;

/** Answers the URL that takes the choice to the platform; it works once, for one minute. */
export const makeLtiChoice = {
  method: "PUT",
  path: "/v2/lti/choices/{id}",
  summary: "Choose a course, folder, slide, case or quiz for an activity of a learning platform",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    /** Path of the content, as in `/s1/course2/i9/`. */
    path: z.string().max(PATH_MAX_CHARACTERS),
  }),
  answer: z.object({ address: z.string() }),
} as const satisfies Call;

export const returnLtiChoice = {
  method: "GET",
  path: "/v2/lti/site/{site}/return",
  summary: "Take a choice to its learning platform: a page that sends a signed message there",
  policy: "anyone",
  answersPage: true,
  params: z.object({ site: idText }),
  query: z.object({ ticket: z.string().max(TICKET_MAX_CHARACTERS) }),
  answer: z.unknown(),
} as const satisfies Call;
