import type { LtiRoleMap } from "@parfocal/core/lti/lti-roles.ts";
import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** A JWK of RSA. */
export interface PublicLtiKey {
  readonly kty: string;
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
  /** base64url. */
  readonly n: string;
  readonly e: string;
}

export interface LtiPlatformTable {
  id: Generated<number>;
  site_id: number;
  name: string;
  issuer: string;
  client_id: string;
  deployment_ids: string[];
  authorization_url: string;
  token_url: string;
  keys_url: string;
  /** Empty: that of the authorization address. */
  page_origins: string[];
  role_map: JSONColumnType<LtiRoleMap>;
  created_at: ColumnType<Date, never, never>;
}

export interface LtiKeyTable {
  id: Generated<number>;
  site_id: number;
  kid: string;
  public_key: JSONColumnType<PublicLtiKey>;
  /** For `sealText`: PKCS #8 in PEM. */
  sealed_private_key: Buffer;
  created_at: ColumnType<Date, never, never>;
}

export interface LtiContextTable {
  site_id: number;
  platform_id: number;
  deployment_id: string;
  context_id: string;
  user_group_id: number;
}
