/** Query of the site's accounts in the URL: `?q=maier&role=learner&group=7&page=2`. */
import { ROLES, type Role } from "@parfocal/core/access/capabilities.ts";
import { USER_ORDERS, USER_STATES, type UserOrder, type UserState } from "@parfocal/core/user/manage-users.contract.ts";
import { USER_SEARCH_MIN_CHARACTERS } from "@parfocal/core/user/user-search-limits.ts";
import { readId, readPageNumber } from "#platform/address-parameters.ts";

export interface UserQuestion {
  /** As typed, trimmed; used for a search from `USER_SEARCH_MIN_CHARACTERS` characters. */
  readonly q: string;
  /** Null: any. */
  readonly role: Role | null;
  readonly state: UserState | null;
  /** ID of a user group whose members are listed; null: everyone. */
  readonly group: number | null;
  readonly order: UserOrder;
  /** From 1. */
  readonly page: number;
}

type Address = Readonly<Record<string, unknown>>;

/** Missing and invalid values get their defaults. */
export function readUserQuestion(address: Address): UserQuestion {
  const { q, role, state, group, order, page } = address;
  return {
    q: typeof q === "string" ? q.trim().slice(0, 200) : "",
    role: ROLES.find((one) => one === role) ?? null,
    state: USER_STATES.find((one) => one === state) ?? null,
    group: readId(group),
    order: USER_ORDERS.find((one) => one === order) ?? "name",
    page: readPageNumber(page),
  };
}

/** Default values are omitted. */
export function addressOfUserQuestion({ q, role, state, group, order, page }: UserQuestion): Record<string, string> {
  return {
    ...(q === "" ? {} : { q }),
    ...(role === null ? {} : { role }),
    ...(state === null ? {} : { state }),
    ...(group === null ? {} : { group: String(group) }),
    ...(order === "name" ? {} : { order }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** The query for the server: a text that is too short to search for is omitted. */
export const searchedQuestion = (question: UserQuestion): UserQuestion => ({
  ...question,
  q: question.q.length < USER_SEARCH_MIN_CHARACTERS ? "" : question.q,
});

/** Whether the list is filtered. */
export const isNarrowed = (question: UserQuestion): boolean => {
  const { q, role, state, group } = searchedQuestion(question);
  return q !== "" || role !== null || state !== null || group !== null;
};
