import type { AccountLanguage } from "@parfocal/core/session/preferences.ts";
import type { ColumnType, Generated } from "kysely";
import type { HostKey } from "#platform/access/signed-token.ts";

export interface SiteTable {
  id: Generated<number>;
  title: string;
  time_zone: Generated<string>;
  /** Languages of the interface and of emails; never empty. */
  languages: Generated<AccountLanguage[]>;
  origins: Generated<string[]>;
  is_content_public: Generated<boolean>;
  /** Whether experts have the content rights of teachers. */
  experts_manage_content: Generated<boolean>;
  /** Whether slide tiles can be downloaded. */
  offers_tiles_zip: Generated<boolean>;
  /** Retention time of the audit log. */
  audit_days: Generated<number>;
  /** Lifetime of a session: idle, maximum, and with "Stay signed in". */
  session_idle_minutes: Generated<number>;
  session_hours: Generated<number>;
  kept_session_days: Generated<number>;
  /** Whether people can create their own account. */
  is_registration_open: Generated<boolean>;
  /** For people who register without a voucher; empty: all domains. */
  allowed_email_domains: Generated<string[]>;
  /** Whether users who manage content need a second factor. */
  needs_second_factor: Generated<boolean>;
  /** Hosts from which the site's pages can load tiles. */
  tile_source_hosts: Generated<string[]>;
  /** Hosts whose pages can be embedded. */
  embed_hosts: Generated<string[]>;
  /** Hosts whose pages can frame shared and embedded pages. */
  frame_hosts: Generated<string[]>;
  /** As in `parseMailbox`; empty: derived from the site's own URL. */
  mail_sender: Generated<string>;
  /** An email address or a URL; empty: none. */
  support_contact: Generated<string>;
  imprint_url: Generated<string>;
  privacy_url: Generated<string>;
  /** URL for page views after a visitor's consent; empty: none. */
  tracking_url: Generated<string>;
  /** Key and size of the logo; null: none. */
  logo_key: Generated<string | null>;
  logo_width_px: Generated<number>;
  logo_height_px: Generated<number>;
  /** Home URL of the host whose tokens sign people in; empty: none. */
  host_issuer: Generated<string>;
  /** Name of this site in the host's tokens. */
  host_audience: Generated<string>;
  /** URL of its public keys, and the cached keys as JSON. */
  host_keys_url: Generated<string>;
  host_keys: ColumnType<HostKey[], string | undefined, string>;
  /** Whether it can assign the administrator role. */
  host_administrators: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}

/** The key is in `site.logo_key`. */
export interface SiteLogoTable {
  site_id: number;
  webp: Buffer;
  created_at: ColumnType<Date, never, never>;
}

/** Values for the whole installation, e.g. the key of its nonces. */
export interface InstallationTable {
  name: string;
  value: string;
}
