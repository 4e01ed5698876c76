/**
 * The Deep Linking response that returns chosen content to a learning platform.
 *
 * Source: LTI Deep Linking 2.0, section 4.2 (response) and 3.2 (content items); AGS 2.0, section 3.3 (line item of a
 * link).
 */
import type { ChosenKind } from "./chooser-path.ts";
import { lineItemOf } from "./line-item.ts";

const CLAIM = "https://purl.imsglobal.org/spec/lti/claim/";
const DEEP_LINKING = "https://purl.imsglobal.org/spec/lti-dl/claim/";

interface Choice {
  readonly deploymentId: string;
  /** Returned unchanged; null: none was received. */
  readonly data: string | null;
  readonly acceptsLineItem: boolean;
  readonly chosen: {
    readonly path: string;
    readonly title: string;
    readonly kind: ChosenKind;
    readonly itemId: number;
  };
}

interface Frame {
  readonly platform: { readonly issuer: string; readonly clientId: string };
  /** Origin of this site. */
  readonly origin: string;
  readonly nonce: string;
}

/** Claims of the token; its times and ID are added when it is signed. */
export function choiceMessage(
  { deploymentId, data, acceptsLineItem, chosen }: Choice,
  { platform: { issuer, clientId }, origin, nonce }: Frame,
) {
  const { path, title, kind } = chosen;
  return {
    ...{ iss: clientId, aud: issuer, nonce },
    [`${CLAIM}message_type`]: "LtiDeepLinkingResponse",
    [`${CLAIM}version`]: "1.3.0",
    [`${CLAIM}deployment_id`]: deploymentId,
    ...(data === null ? {} : { [`${DEEP_LINKING}data`]: data }),
    [`${DEEP_LINKING}content_items`]: [
      {
        ...{ type: "ltiResourceLink", title, url: `${origin}${path}`, custom: { path } },
        ...(kind === "quiz" && acceptsLineItem ? { lineItem: lineItemOf(chosen) } : {}),
      },
    ],
  };
}
