/**
 * The line item for the grades of a link, on a platform where the tool manages line items: searched for in the
 * container of the course, and created if missing. Call while holding the lease of the link (`takeLink`): a kill
 * between the platform's response and our commit leaves a line item that the next sender finds.
 */
import {
  findLineItem,
  LINE_ITEM_PAGES_MAX,
  LINE_ITEM_SCOPE,
  LINE_ITEM_TYPE,
  LINE_ITEMS_TYPE,
  lineItemOutcome,
  lineItemsOfLink,
  lineItemUrlOf,
  newLineItem,
} from "@parfocal/core/lti/line-item.ts";
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import type { GradeOutcome } from "@parfocal/core/lti/lti-score.ts";
import { nextPage } from "@parfocal/core/lti/next-page.ts";
import { askPublicAddress, postToPublicAddress } from "#platform/http/read-public-address.ts";
import { LINE_ITEM_LEASE_S, type TakenGrade } from "./lti-grade.queries.ts";
import { accessToken, forgetToken, type ServicePlatform } from "./service-token.ts";

const TIMEOUT_MS = 8_000;
const CONTAINER_MAX_BYTES = 1024 * 1024;
const MS_PER_S = 1_000;
const UNAUTHENTICATED = 401;

interface LineItemRequest {
  readonly learning: LtiPlatform;
  readonly grade: TakenGrade;
  readonly lineItemsUrl: string;
}

type Found = { readonly url: string } | Exclude<GradeOutcome, { readonly kind: "sent" }>;

/** @throws NoAccessToken; AddressNotAllowed; Error if the platform does not respond. */
export async function findOrCreateLineItem(
  platform: ServicePlatform,
  siteId: number,
  { learning, grade, lineItemsUrl }: LineItemRequest,
): Promise<Found> {
  const startedAt = performance.now();
  const { quizId, quizTitle, resourceLinkId } = grade;
  const access = { learning, scope: LINE_ITEM_SCOPE };
  const limits = { allowedNetworks: platform.hostNetworks, timeoutMs: TIMEOUT_MS, maxBytes: CONTAINER_MAX_BYTES };
  const authorization = `Bearer ${await accessToken(platform, siteId, access)}`;
  const rejectedBy = (status: number): Found => {
    if (status === UNAUTHENTICATED) forgetToken(platform, siteId, access);
    return lineItemOutcome(status);
  };
  let page: string | null = lineItemsOfLink(lineItemsUrl, resourceLinkId);
  for (let read = 0; page !== null && read < LINE_ITEM_PAGES_MAX; read += 1) {
    const answer = await askPublicAddress(page, { accept: LINE_ITEMS_TYPE, authorization }, limits);
    if (answer.status !== 200) return rejectedBy(answer.status);
    const items = jsonOf(answer.text);
    // Nothing is created without a list, since the line item may exist.
    if (!Array.isArray(items)) return { kind: "again", problem: "lineItem", status: answer.status };
    const url = findLineItem(items, { kind: "quiz", itemId: quizId, linkId: resourceLinkId });
    if (url !== null) return { url };
    page = nextPage(answer.link, page);
  }
  // Another sender starts when the lease ends: creating one later could create a duplicate.
  if (performance.now() - startedAt > LINE_ITEM_LEASE_S * MS_PER_S - 2 * TIMEOUT_MS)
    return { kind: "again", problem: "unreachable", status: null };
  const body = JSON.stringify(newLineItem({ kind: "quiz", itemId: quizId, title: quizTitle }, resourceLinkId));
  const sent = { type: LINE_ITEM_TYPE, body, headers: { accept: LINE_ITEM_TYPE, authorization } };
  const { status, text } = await postToPublicAddress(lineItemsUrl, sent, limits);
  if (status < 200 || status >= 300) return rejectedBy(status);
  const url = lineItemUrlOf(jsonOf(text));
  return url === null ? { kind: "failed", problem: "lineItem", status } : { url };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
