import { expect, it } from "vitest";
import { ANNOUNCEMENT_COOKIES_MAX, cookiesOfClosing, withoutClosed } from "./announcement-cookie.ts";

const NEWS = { id: 7, version: 2, sticky: false };
const nameOf = (id: number) => `parfocal-announcement-${id}`;

it("a closed announcement stays hidden for 90 days or until its text changes, unless it is sticky", () => {
  expect(withoutClosed([NEWS], "")).toEqual([NEWS]);
  const [cookie = ""] = cookiesOfClosing(NEWS, "");
  expect(cookie).toBe("parfocal-announcement-7=2; Max-Age=7776000; Path=/; SameSite=Lax");
  const cookies = `sid=1; ${cookie.split(";")[0]}; other=2`;
  expect(withoutClosed([NEWS], cookies)).toEqual([]);
  expect(withoutClosed([{ ...NEWS, version: 3 }], cookies)).toHaveLength(1);
  expect(withoutClosed([{ ...NEWS, sticky: true }], cookies)).toHaveLength(1);
  expect(withoutClosed([{ ...NEWS, id: 8 }], cookies)).toHaveLength(1);
});

it("an unreadable cookie hides nothing", () => {
  expect(withoutClosed([NEWS], `${nameOf(7)}=x; ${nameOf(7)}`)).toEqual([NEWS]);
});

it("with more than 20 announcements the oldest are forgotten", () => {
  const cookies = Array.from({ length: ANNOUNCEMENT_COOKIES_MAX }, (_, at) => `${nameOf(at + 1)}=1`).join("; ");
  expect(cookiesOfClosing({ id: 30, version: 1, sticky: false }, cookies).slice(1)).toEqual([
    `${nameOf(1)}=; Max-Age=0; Path=/; SameSite=Lax`,
  ]);
});
