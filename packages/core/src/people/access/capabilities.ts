/**
 * Who may do what: code asks for a capability, never for a role.
 *
 * Source: spec decisions, "Roles".
 */

export const ROLES = ["administrator", "teacher", "expert", "learner"] as const;
export type Role = (typeof ROLES)[number];
/** Of a new account, unless something else is chosen. */
export const DEFAULT_ROLE: Role = "learner";
/** Of those who are taught: people who only learn. */
export const LEARNER_ROLE: Role = "learner";

/** The roles that tokens of host sites name. Source: host bridge contract, version 1 (`PlatformRole`). */
export const ROLE_OF_HOST_ROLE: Readonly<Record<string, Role>> = {
  admin: "administrator",
  teacher: "teacher",
  expert: "expert",
  student: "learner",
};

/** Those that learning platforms can give, in the order of rights: nobody becomes an administrator by a launch. */
export const ROLES_OF_LAUNCHES = ["teacher", "expert", "learner"] as const satisfies readonly Role[];

/** What the roles of LTI 1.3 become, unless a site changes it for a platform. Source: decision 0116. */
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
  /** Annotate, notes, work groups, quizzes, share what one may see. */
  learn: ["administrator", "teacher", "expert", "learner"],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

/** What a site adds to the table by its options. */
export interface SiteGrants {
  /** Option `expertsManageContent`: part 1 of the specification lets teachers manage content, part 2 experts too. */
  readonly expertsManageContent?: boolean;
}

/** @param grants of the site; left out: none. */
export function roleHas(
  role: Role,
  capability: Capability,
  { expertsManageContent = false }: SiteGrants = {},
): boolean {
  if (expertsManageContent && role === "expert" && capability === "manageContent") return true;
  return (CAPABILITIES[capability] as readonly Role[]).includes(role);
}

/** @param grants of the site; left out: none. */
export function capabilitiesOf(role: Role, grants: SiteGrants = {}): Capability[] {
  return (Object.keys(CAPABILITIES) as Capability[]).filter((capability) => roleHas(role, capability, grants));
}

export function rolesWith(capability: Capability): readonly Role[] {
  return CAPABILITIES[capability];
}
