/** Details of an audit log entry besides actor, action and object. */
import { z } from "zod";
import { id } from "../../platform/ids.ts";
import { ROLES } from "../access/capabilities.ts";
import { AUDIT_WAYS } from "./audit-actions.ts";

/** Names in one entry, for example of options. */
const NAMES_MAX = 60;

/** IDs, counts and words of closed lists; never text typed by a user. */
export const auditFacts = z.strictObject({
  way: z.enum(AUDIT_WAYS).optional(),
  role: z.enum(ROLES).optional(),
  formerRole: z.enum(ROLES).optional(),
  /** Names of options or fields. */
  names: z
    .array(z.string().regex(/^[a-zA-Z]{1,40}$/))
    .max(NAMES_MAX)
    .optional(),
  /** Number of codes or rows. */
  count: z.int().nonnegative().optional(),
  userGroupId: id.optional(),
});
export type AuditFacts = z.output<typeof auditFacts>;
