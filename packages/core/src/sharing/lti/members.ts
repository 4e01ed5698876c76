/**
 * Members of a course of a learning platform, from its membership service.
 *
 * Source: Names and Role Provisioning Services 2.0, sections 2.2 (container), 2.3 (members) and 3.6.1 (claim of a
 * launch).
 */
import { fieldsOf } from "../../platform/json-fields.ts";

export const MEMBERS_TYPE = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json";
/** Enough for a university course, not for a whole university. */
export const MEMBER_PAGES_MAX = 20;
export const MEMBERS_MAX = 2_000;

const ID_MAX_CHARACTERS = 255;
const NAME_MAX_CHARACTERS = 200;
const TEACHES = /(?:^|[#/])(?:Instructor|TeachingAssistant|ContentDeveloper|Administrator|Mentor)$/;

export interface PlatformMember {
  /** The person's ID on the platform. */
  readonly subject: string;
  /** Empty: not given by the platform. */
  readonly name: string;
  /** Whether they have a learner role. */
  readonly isLearner: boolean;
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.replaceAll("\0", "").trim().slice(0, NAME_MAX_CHARACTERS).toWellFormed() : "";

/** Active members only. @returns null: not a list of members. */
export function readMembers(value: unknown): PlatformMember[] | null {
  const { members } = fieldsOf(value);
  if (!Array.isArray(members)) return null;
  return members.flatMap((member) => {
    const { user_id: subject, status, roles, ...names } = fieldsOf(member);
    if (typeof subject !== "string" || subject === "" || subject.length > ID_MAX_CHARACTERS) return [];
    if (subject.includes("\0") || (status !== undefined && status !== "Active")) return [];
    const name = textOf(names.name) || `${textOf(names.given_name)} ${textOf(names.family_name)}`.trim();
    const named: readonly unknown[] = Array.isArray(roles) ? roles : [];
    return [{ subject, name, isLearner: !named.some((role) => typeof role === "string" && TEACHES.test(role)) }];
  });
}
