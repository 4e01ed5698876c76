import type { AccountLanguage } from "@parfocal/core/session/preferences.ts";
import type { ColumnType, Generated } from "kysely";
import type { HostKey } from "#platform/access/signed-token.ts";

export interface SiteTable {
  id: Generated<number>;
  title: string;
  time_zone: Generated<string>;
  /** Of the interface and of mails; never empty. */
  languages: Generated<AccountLanguage[]>;
  origins: Generated<string[]>;
  is_content_public: Generated<boolean>;
  /** Whether experts may do what teachers may do with content. */
  experts_manage_content: Generated<boolean>;
  /** Whether the tiles of slides are offered for download. */
  offers_tiles_zip: Generated<boolean>;
  /** How long the audit log keeps its entries. */
  audit_days: Generated<number>;
  /** How long a session lives without use, at most, and with "Stay signed in". */
  session_idle_minutes: Generated<number>;
  session_hours: Generated<number>;
  kept_session_days: Generated<number>;
  /** Whether people can create their own account. */
  is_registration_open: Generated<boolean>;
  /** Of people who register without a voucher; empty: any. */
  allowed_email_domains: Generated<string[]>;
  /** Of those who manage content. */
  needs_second_factor: Generated<boolean>;
  /** Hosts whose tiles the site's pages may read. */
  tile_source_hosts: Generated<string[]>;
  /** Hosts whose pages may be shown in frames. */
  embed_hosts: Generated<string[]>;
  /** Hosts whose pages may show shared and embedded pages in frames. */
  frame_hosts: Generated<string[]>;
  /** As in `parseMailbox`; empty: made from the site's own address. */
  mail_sender: Generated<string>;
  /** An email address or a web address; empty: none. */
  support_contact: Generated<string>;
  imprint_url: Generated<string>;
  privacy_url: Generated<string>;
  /** Where page views are sent once a visitor agrees; empty: nowhere. */
  tracking_url: Generated<string>;
  /** Of the logo, with its size; null: none. */
  logo_key: Generated<string | null>;
  logo_width_px: Generated<number>;
  logo_height_px: Generated<number>;
  /** Home URL of the host whose people sign in by its tokens; empty: none. */
  host_issuer: Generated<string>;
  /** Name by which the host calls this site in its tokens. */
  host_audience: Generated<string>;
  /** Where its public keys are read, and those that were read last, JSON. */
  host_keys_url: Generated<string>;
  host_keys: ColumnType<HostKey[], string | undefined, string>;
  /** Whether it can give the role of an administrator. */
  host_administrators: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}

/** The key is in `site.logo_key`. */
export interface SiteLogoTable {
  site_id: number;
  webp: Buffer;
  created_at: ColumnType<Date, never, never>;
}

/** Facts about this installation as a whole, e.g. the key of its nonces. */
export interface InstallationTable {
  name: string;
  value: string;
}
