/**
 * Actions in the audit log: who did what to whom and when, for people, rights, codes, options, deletions and exports.
 *
 * Source: issue 13, part 11; reliability.md, SEC-16 (only IDs of third parties).
 */
export const AUDIT_AREAS = ["people", "rights", "codes", "options", "content", "exports"] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** Types of objects; people are not included, as they have a separate column. */
export const AUDIT_OBJECTS = [
  "userGroup",
  "item",
  "invite",
  "voucherBatch",
  "voucher",
  "share",
  "customField",
  "media",
  "mediaFolder",
  "announcement",
] as const;
export type AuditObject = (typeof AUDIT_OBJECTS)[number];

/** Area of each action, and the kind of its object; null: a person or the site. */
export const AUDIT_ACTIONS = {
  userCreated: { area: "people", object: null },
  userChanged: { area: "people", object: null },
  userSuspended: { area: "people", object: null },
  userReactivated: { area: "people", object: null },
  userDeleted: { area: "people", object: null },
  passwordSet: { area: "people", object: null },
  passwordChanged: { area: "people", object: null },
  passwordReset: { area: "people", object: null },
  emailChanged: { area: "people", object: null },
  secondFactorOn: { area: "people", object: null },
  secondFactorOff: { area: "people", object: null },
  passkeyAdded: { area: "people", object: null },
  passkeyRemoved: { area: "people", object: null },
  secondFactorReset: { area: "people", object: null },
  administratorSignedIn: { area: "people", object: null },
  roleChanged: { area: "rights", object: null },
  groupCreated: { area: "rights", object: "userGroup" },
  groupChanged: { area: "rights", object: "userGroup" },
  groupDeleted: { area: "rights", object: "userGroup" },
  memberAdded: { area: "rights", object: "userGroup" },
  memberRemoved: { area: "rights", object: "userGroup" },
  groupAssigned: { area: "rights", object: "item" },
  groupUnassigned: { area: "rights", object: "item" },
  quizAccessChanged: { area: "rights", object: "item" },
  extraTimeChanged: { area: "rights", object: "item" },
  timeGranted: { area: "rights", object: "item" },
  registrationRemoved: { area: "rights", object: "item" },
  accessPreviewed: { area: "rights", object: "item" },
  inviteCreated: { area: "codes", object: "invite" },
  inviteDeactivated: { area: "codes", object: "invite" },
  inviteUsed: { area: "codes", object: "invite" },
  vouchersCreated: { area: "codes", object: "voucherBatch" },
  voucherDeleted: { area: "codes", object: "voucher" },
  voucherUsed: { area: "codes", object: "voucher" },
  shareCreated: { area: "codes", object: "share" },
  shareChanged: { area: "codes", object: "share" },
  shareEnded: { area: "codes", object: "share" },
  optionsChanged: { area: "options", object: null },
  itemDeleted: { area: "content", object: "item" },
  itemRestored: { area: "content", object: "item" },
  customFieldDeleted: { area: "content", object: "customField" },
  mediaDeleted: { area: "content", object: "media" },
  mediaRestored: { area: "content", object: "media" },
  mediaFolderDeleted: { area: "content", object: "mediaFolder" },
  announcementDeleted: { area: "content", object: "announcement" },
  announcementRestored: { area: "content", object: "announcement" },
  personExported: { area: "exports", object: null },
  registrationsExported: { area: "exports", object: "item" },
  annotationsExported: { area: "exports", object: "item" },
  voucherCodesExported: { area: "exports", object: null },
  quizResultsExported: { area: "exports", object: "item" },
  auditExported: { area: "exports", object: null },
} as const satisfies Readonly<Record<string, { readonly area: AuditArea; readonly object: AuditObject | null }>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as AuditAction[];

/** How a person came to the site or into a user group, or who acted if nobody was signed in. */
export const AUDIT_WAYS = [
  "console",
  "import",
  "inviteCode",
  "voucher",
  "registration",
  "enrollmentForm",
  "quiz",
  "singleSignOn",
  "hostSite",
  "lti",
] as const;
export type AuditWay = (typeof AUDIT_WAYS)[number];
