/**
 * Announcements closed in this browser: a cookie for each, with the version of the text that was closed.
 *
 * Source: spec part 2, section 4 ("once closed by a user it stays hidden unless it is sticky"), section 9 (90 days).
 */
import type { ShownAnnouncement } from "@parfocal/core/announcement/announcement.contract.ts";

/** 90 days. */
const ANNOUNCEMENT_COOKIE_LIFETIME_MS = 7_776_000_000;
/** Cookies are sent with each request: beyond this number the oldest announcements are removed. */
export const ANNOUNCEMENT_COOKIES_MAX = 20;
const PREFIX = "parfocal-announcement-";
const MS_PER_S = 1000;

type Closable = Pick<ShownAnnouncement, "id" | "version" | "sticky">;

/** Version by ID. @param cookies in the format of `document.cookie`. */
function readClosed(cookies: string): ReadonlyMap<number, number> {
  const own = cookies.split("; ").filter((cookie) => cookie.startsWith(PREFIX));
  return new Map(
    own.map((cookie) => {
      const [id, version] = cookie.slice(PREFIX.length).split("=");
      return [Number(id), Number(version)] as const;
    }),
  );
}

/** Announcements to show: sticky ones always, others unless they were closed since their text was last changed. */
export function withoutClosed<One extends Closable>(announcements: readonly One[], cookies: string): One[] {
  const closed = readClosed(cookies);
  return announcements.filter(({ id, version, sticky }) => sticky || !((closed.get(id) ?? 0) >= version));
}

/** The cookies to set, one after the other, so that it stays closed. */
export function cookiesOfClosing({ id, version }: Closable, cookies: string): string[] {
  const others = [...readClosed(cookies).keys()].filter((other) => other !== id).sort((a, b) => b - a);
  const tooMany = others.slice(ANNOUNCEMENT_COOKIES_MAX - 1);
  return [
    `${PREFIX}${id}=${version}; Max-Age=${ANNOUNCEMENT_COOKIE_LIFETIME_MS / MS_PER_S}; Path=/; SameSite=Lax`,
    ...tooMany.map((old) => `${PREFIX}${old}=; Max-Age=0; Path=/; SameSite=Lax`),
  ];
}

export function rememberClosed(announcement: Closable): void {
  for (const cookie of cookiesOfClosing(announcement, document.cookie)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in all browsers, nor on pages without TLS
    document.cookie = cookie;
  }
}
