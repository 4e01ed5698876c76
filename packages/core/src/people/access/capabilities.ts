/**
 * Capabilities of roles. Code checks a capability, never a role.
 *
 * Source: spec decisions, "Roles".
 */

export const ROLES = ["administrator", "teacher", "expert", "learner"] as const;
export type Role = (typeof ROLES)[number];
/** Default role of a new account. */
export const DEFAULT_ROLE: Role = "learner";
/** The role of people who only learn. */
export const LEARNER_ROLE: Role = "learner";

/** Roles in the tokens of host sites. Source: host bridge contract, version 1 (`PlatformRole`). */
export const ROLE_OF_HOST_ROLE: Readonly<Record<string, Role>> = {
  admin: "administrator",
  teacher: "teacher",
  expert: "expert",
  student: "learner",
};

/** Roles that learning platforms can assign, in descending order of rights; a launch never creates an administrator. */
export const ROLES_OF_LAUNCHES = ["teacher", "expert", "learner"] as const satisfies readonly Role[];

/** Default mapping of LTI 1.3 roles; a site can change it per platform. Source: decision 0116. */
export const ROLE_OF_LTI_ROLE = {
  Instructor: "teacher",
  TeachingAssistant: "expert",
  ContentDeveloper: "teacher",
  Administrator: "teacher",
  Mentor: "learner",
  Learner: "learner",
} as const satisfies Readonly<Record<string, Role>>;

export const CAPABILITIES = {
  /** Create, edit, order, delete, copy content; quizzes, radiology, documents. */
  manageContent: ["administrator", "teacher"],
  /** Users, user groups, assignments, invite codes, vouchers, custom fields, options. */
  managePeople: ["administrator"],
  /** Annotate as expert, see all student annotations, convert and publish them. */
  annotateAsExpert: ["administrator", "teacher", "expert"],
  /** Annotate, take notes, use work groups, take quizzes, share visible content. */
  learn: ["administrator", "teacher", "expert", "learner"],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

/** Site options that extend the table. */
export interface SiteGrants {
  /** Option `expertsManageContent`: part 1 of the specification lets teachers manage content, part 2 experts too. */
  readonly expertsManageContent?: boolean;
}

/** @param grants of the site; default: none. */
export function roleHas(
  role: Role,
  capability: Capability,
  { expertsManageContent = false }: SiteGrants = {},
): boolean {
  if (expertsManageContent && role === "expert" && capability === "manageContent") return true;
  return (CAPABILITIES[capability] as readonly Role[]).includes(role);
}

/** @param grants of the site; default: none. */
export function capabilitiesOf(role: Role, grants: SiteGrants = {}): Capability[] {
  return (Object.keys(CAPABILITIES) as Capability[]).filter((capability) => roleHas(role, capability, grants));
}

export function rolesWith(capability: Capability): readonly Role[] {
  return CAPABILITIES[capability];
}
