/** Converts a typed link URL to its stored form. */
import { isSafeLink } from "@parfocal/core/rich-text/rich-text-address.ts";

const MAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
const HOST = /^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/;

/**
 * @param typed `atlas.example.org`, `https://…`, `teacher@example.org`, `/s1/course2/`, or a URL of this site.
 * @param origin origin of this site: its own URLs become paths, so that they stay valid if the site moves.
 * @returns null if it is not a valid link URL.
 */
export function linkAddress(typed: string, origin: string): string | null {
  const trimmed = typed.trim();
  const whole = MAIL.test(trimmed) ? `mailto:${trimmed}` : HOST.test(trimmed) ? `https://${trimmed}` : trimmed;
  const address = whole === origin ? "/" : whole.startsWith(`${origin}/`) ? whole.slice(origin.length) : whole;
  return isSafeLink(address) ? address : null;
}
