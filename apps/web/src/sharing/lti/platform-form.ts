/** Form values of a learning platform: text, with one list entry per line. */
import type { LtiPlatformSettings } from "@parfocal/core/lti/lti-platform.contract.ts";
import { DEFAULT_LTI_ROLE_MAP, type LtiRoleMap } from "@parfocal/core/lti/lti-roles.ts";
import { isWebOrigin, originOfAddress } from "@parfocal/core/lti/web-origin.ts";

export interface PlatformForm {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly deploymentIds: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly tokenAudience: string;
  readonly keysUrl: string;
  readonly pageOrigins: string;
  readonly roleMap: LtiRoleMap;
}

export type PlatformField = Exclude<keyof PlatformForm, "roleMap">;
type Problem = "missing" | "notAnAddress" | "notAnOrigin";
export type PlatformProblems = Partial<Readonly<Record<PlatformField, Problem>>>;

export const NEW_PLATFORM: PlatformForm = {
  ...{ name: "", issuer: "", clientId: "", deploymentIds: "", authorizationUrl: "", tokenUrl: "", keysUrl: "" },
  ...{ tokenAudience: "", pageOrigins: "", roleMap: DEFAULT_LTI_ROLE_MAP },
};

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

export const formOf = ({
  deploymentIds,
  pageOrigins,
  tokenAudience,
  ...others
}: LtiPlatformSettings): PlatformForm => ({
  ...others,
  tokenAudience: tokenAudience ?? "",
  deploymentIds: deploymentIds.join("\n"),
  pageOrigins: pageOrigins.join("\n"),
});

/** A trailing slash of an origin, as shown by browsers, is removed. */
export const settingsOf = (form: PlatformForm): LtiPlatformSettings => ({
  name: form.name.trim(),
  issuer: form.issuer.trim(),
  clientId: form.clientId.trim(),
  deploymentIds: linesOf(form.deploymentIds),
  authorizationUrl: form.authorizationUrl.trim(),
  tokenUrl: form.tokenUrl.trim(),
  tokenAudience: form.tokenAudience.trim() || null,
  keysUrl: form.keysUrl.trim(),
  pageOrigins: linesOf(form.pageOrigins).map((line) => line.replace(/\/$/, "")),
  roleMap: { ...form.roleMap },
});

const ADDRESSES = ["authorizationUrl", "tokenUrl", "keysUrl"] as const;

export function problemsOf(form: PlatformForm): PlatformProblems {
  const settings = settingsOf(form);
  const problems: { [Field in PlatformField]?: Problem } = {};
  for (const field of ["name", "issuer", "clientId"] as const) if (settings[field] === "") problems[field] = "missing";
  for (const field of ADDRESSES)
    if (settings[field] === "") problems[field] = "missing";
    else if (originOfAddress(settings[field]) === null) problems[field] = "notAnAddress";
  if (settings.pageOrigins.some((origin) => !isWebOrigin(origin))) problems.pageOrigins = "notAnOrigin";
  return problems;
}
