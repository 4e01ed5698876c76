// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { SessionUser } from "@parfocal/core/session/session.contract.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { reviewEn } from "#review/review.en.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { appEn } from "./app.en.ts";

const rights = vi.hoisted(() => ({ isExpert: true, waiting: 1_200, requested: [] as boolean[] }));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({
    site: { id: 1, title: "Parfocal" },
    can: (what: string) => what === "annotateAsExpert" && rights.isExpert,
  }),
}));
vi.mock("#review/review.api.ts", () => ({
  useReviewCount: (isShown: boolean) => {
    rights.requested.push(isShown);
    return { data: isShown ? { annotations: rights.waiting, slides: 3 } : undefined };
  },
}));
vi.mock("./PreferencesMenu.tsx", () => ({ PreferenceItems: () => null }));
vi.mock("./PreviewItem.tsx", () => ({ useItemPreview: () => ({ item: null, dialog: null }) }));
vi.mock("@tanstack/react-router", () => ({
  useNavigate: () => () => undefined,
  Link: ({ to, children }: { readonly to: string; readonly children: ReactNode }) => <a href={to}>{children}</a>,
}));

beforeAll(async () => {
  const translation = { app: appEn, review: reviewEn };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation } } });
});
afterEach(cleanup);

function open(isExpert: boolean, waiting: number): string | null | undefined {
  Object.assign(rights, { isExpert, waiting, requested: [] });
  const user = { id: 7, displayName: "Eva Expert", email: "eva@demo.test", role: "expert" } as unknown as SessionUser;
  render(
    <MantineProvider env="test">
      <AccountMenu user={user} isOpenAtFirst={false} />
    </MantineProvider>,
  );
  expect(rights.requested).not.toContain(true);
  fireEvent.click(screen.getByRole("button"));
  const links = [...document.querySelectorAll("a")];
  return links.find(({ href }) => href.includes("/to-review"))?.textContent;
}

it("an expert sees the review list with the number of waiting annotations, requested when the menu opens", () => {
  expect(open(true, 1_200)).toBe(`${reviewEn.title}1,200`);
});

it("the list has no number if nothing is waiting, and is not offered to others", () => {
  expect(open(true, 0)).toBe(reviewEn.title);
  cleanup();
  expect(open(false, 5)).toBeUndefined();
});
