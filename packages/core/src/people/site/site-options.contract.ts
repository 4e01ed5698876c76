/** Options of a site, read and changed by administrators; each as `{ value }`. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import {
  normalizeOption,
  OPTION_NAMES,
  type OptionName,
  type OptionProblem,
  type OptionValue,
  type OptionValues,
  optionProblem,
  SITE_OPTIONS,
} from "./site-options.ts";

type OptionShape = { [Name in OptionName]: z.ZodType<{ value: OptionValues[Name] }, { value: OptionValues[Name] }> };
type OptionalShape = { [Name in OptionName]: z.ZodOptional<OptionShape[Name]> };

/** Length before normalization. */
const SENT_MAX_CHARACTERS = 4_000;
const SENT_MAX_ENTRIES = 200;

const PROBLEMS: Readonly<Record<OptionProblem, string>> = {
  missing: "this option cannot be empty",
  tooLong: "this is too long",
  tooMany: "there are too many entries",
  malformed: "this is not written as this option needs it",
  outOfBounds: "this number is below or above what this option allows",
};

const PLAIN = { text: z.string(), switch: z.boolean(), list: z.array(z.string()), number: z.number() } as const;
const SENT = {
  text: z.string().max(SENT_MAX_CHARACTERS),
  switch: z.boolean(),
  number: z.number(),
  list: z.array(z.string().max(SENT_MAX_CHARACTERS)).max(SENT_MAX_ENTRIES),
} as const;

const answerShape = Object.fromEntries(
  OPTION_NAMES.map((name) => [name, z.object({ value: PLAIN[SITE_OPTIONS[name].kind] })]),
) as unknown as OptionShape;

const bodyShape = Object.fromEntries(
  OPTION_NAMES.map((name) => {
    const value = (SENT[SITE_OPTIONS[name].kind] as z.ZodType<OptionValue>)
      .transform((sent) => normalizeOption(name, sent))
      .superRefine((normal, context) => {
        const problem = optionProblem(name, normal);
        if (problem) context.addIssue({ code: "custom", message: PROBLEMS[problem] });
      });
    return [name, z.strictObject({ value }).optional()];
  }),
) as unknown as OptionalShape;

const options = z.object(answerShape);
export type SiteOptions = z.output<typeof options>;

export const getSiteOptions = {
  method: "GET",
  path: "/options/",
  summary: "The options of the site",
  policy: "managePeople",
  answer: options,
} as const satisfies Call;

/** Rejected with 400 and `timeZone` if the database does not know the time zone. */
export const putSiteOptions = {
  method: "PUT",
  path: "/options/",
  summary: "Change options of the site; those that are left out stay",
  policy: "managePeople",
  body: z.strictObject(bodyShape),
  answer: options,
} as const satisfies Call;
