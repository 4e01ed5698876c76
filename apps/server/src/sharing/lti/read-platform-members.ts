/** The members of a course of a learning platform, read page by page from its service, and never stored. */
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import {
  MEMBER_PAGES_MAX,
  MEMBERS_MAX,
  MEMBERS_TYPE,
  type PlatformMember,
  readMembers,
} from "@parfocal/core/lti/members.ts";
import { nextPage } from "@parfocal/core/lti/next-page.ts";
import { MEMBERS_SCOPE } from "@parfocal/core/lti/registration.ts";
import { askPublicAddress } from "#platform/http/read-public-address.ts";
import { accessToken, forgetToken, type ServicePlatform } from "./service-token.ts";

const PAGE_TIMEOUT_MS = 8_000;
/** Time limit, since a user is waiting: later pages are omitted. */
const ALL_TIMEOUT_MS = 20_000;
const PAGE_MAX_BYTES = 4 * 1024 * 1024;
const UNAUTHENTICATED = 401;

interface Read {
  readonly members: readonly PlatformMember[];
  /** False: the platform has more. */
  readonly isComplete: boolean;
}

interface MembersRequest {
  readonly learning: LtiPlatform;
  readonly membersUrl: string;
}

/** @throws Error with the platform's response, for the log, if it does not list the members. */
export async function readPlatformMembers(
  platform: ServicePlatform,
  siteId: number,
  { learning, membersUrl }: MembersRequest,
): Promise<Read> {
  const endsAt = performance.now() + ALL_TIMEOUT_MS;
  const access = { learning, scope: MEMBERS_SCOPE };
  const authorization = `Bearer ${await accessToken(platform, siteId, access)}`;
  const limits = { allowedNetworks: platform.hostNetworks, timeoutMs: PAGE_TIMEOUT_MS, maxBytes: PAGE_MAX_BYTES };
  const found = new Map<string, PlatformMember>();
  let page: string | null = membersUrl;
  for (let read = 0; page !== null && read < MEMBER_PAGES_MAX && performance.now() < endsAt; read += 1) {
    const answer = await askPublicAddress(page, { accept: MEMBERS_TYPE, authorization }, limits);
    if (answer.status === UNAUTHENTICATED) forgetToken(platform, siteId, access);
    if (answer.status !== 200) throw new Error(`a learning platform answered ${answer.status} for its members`);
    const members = readMembers(JSON.parse(answer.text));
    if (members === null) throw new Error("a learning platform answered with something else than its members");
    for (const member of members) {
      if (found.size >= MEMBERS_MAX) return { members: [...found.values()], isComplete: false };
      found.set(member.subject, member);
    }
    page = nextPage(answer.link, page);
  }
  return { members: [...found.values()], isComplete: page === null };
}
