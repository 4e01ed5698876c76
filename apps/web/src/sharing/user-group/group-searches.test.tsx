// @vitest-environment happy-dom
/** When people and user groups are searched (spec part 1, section 5; part 2, section 5). */
import { MantineProvider } from "@mantine/core";
import type { Assignment } from "@parfocal/core/assignment/assignment.contract.ts";
import { entityRulesOf } from "@parfocal/core/assignment/entity-types.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AddGroup } from "./AddGroup.tsx";
import { GroupMembers } from "./GroupMembers.tsx";
import { userGroupEn } from "./user-group.en.ts";

const GROUP: Assignment = {
  id: 7,
  title: "Semester 3",
  dateStart: null,
  dateEnd: null,
  entities: entityRulesOf([]),
  userCount: 0,
  users: [],
  resources: [],
  resourceCount: 0,
  userCanEdit: true,
};

let requests: string[] = [];

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { userGroup: userGroupEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), "http://a.test");
    const sent: unknown = init?.body ? JSON.parse(String(init.body)) : Object.fromEntries(searchParams);
    // The list below the field, which is requested immediately.
    if (pathname.endsWith("/userGroup/page")) return Response.json({ groups: [], total: 0 });
    requests.push(`${pathname} ${JSON.stringify(sent)}`);
    return Response.json([]);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(children: ReactNode): void {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </MantineProvider>,
  );
}
const write = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const searches: [what: string, field: () => ReactNode, few: string, enough: string, request: string][] = [
  [
    "people from 4 characters on",
    () => <GroupMembers group={GROUP} />,
    "Lea",
    "Leah",
    '/api/user/search/ {"q":"Leah"}',
  ],
  [
    "user groups from 3 characters on",
    () => <AddGroup resource={{ id: 5, title: "Kidney" }} assigned={[]} />,
    "Se",
    "Sem",
    '/api/v2/assignment/search {"q":"Sem"}',
  ],
];
describe("are searched for", () => {
  for (const [what, field, few, enough, request] of searches)
    it(`${what}, 500 ms after the last key, and not before`, async () => {
      show(field());
      write(` ${few} `);
      await pass(2_000);
      expect(requests).toEqual([]);
      write(`${enough}x`);
      await pass(499);
      write(enough);
      await pass(499);
      expect(requests).toEqual([]);
      await pass(1);
      expect(requests).toEqual([request]);
    });
});
