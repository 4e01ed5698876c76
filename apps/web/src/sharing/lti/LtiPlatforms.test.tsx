// @vitest-environment happy-dom
/** An administrator registers, changes and removes a learning platform. */
import { MantineProvider } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { DEFAULT_LTI_ROLE_MAP } from "@parfocal/core/lti/lti-roles.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { LtiPlatforms } from "./LtiPlatforms.tsx";

vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("#platform/failure-toast.ts", () => ({ showSuccess: vi.fn(), showProblem: vi.fn() }));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));

const MOODLE = {
  ...{ id: 3, name: "Moodle", issuer: "https://moodle.test", clientId: "abc", deploymentIds: ["1"] },
  ...{ authorizationUrl: "https://moodle.test/a", tokenUrl: "https://moodle.test/t", keysUrl: "https://moodle.test/k" },
  tokenAudience: null,
  ...{ pageOrigins: [], roleMap: DEFAULT_LTI_ROLE_MAP },
};
const TOOL = { toolUrl: "https://a.test/s1/", loginUrl: "https://a.test/login" };
const LIST = {
  platforms: [MOODLE],
  waitingDeployments: [] as { platformId: number; deploymentId: string }[],
  tool: { ...TOOL, launchUrl: "https://a.test/launch", keysUrl: "https://a.test/keys" },
};

beforeEach(() => {
  // A growing text field waits for fonts, which do not exist here.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  vi.mocked(call).mockReset();
  vi.mocked(call).mockImplementation((async ({ path }: { path: string }) =>
    path === "/v2/lti/grades" ? { waiting: 0, total: 0, grades: [] } : LIST) as never);
});
afterEach(cleanup);

async function open() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <LtiPlatforms />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole("button", { name: "lti.add" });
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const field = (name: string) =>
  screen.getByLabelText(new RegExp(`^lti\\.${name}( \\*)?$`), { selector: "[id]:not([readonly])" });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const sent = () =>
  vi
    .mocked(call)
    .mock.calls.map(([{ method, path }, parts]) => [method, path, parts])
    .filter(([method]) => method !== "GET");

it("a platform is added from the form, lists with one entry per line; nothing is sent before it is complete", async () => {
  await open();
  expect(screen.getByDisplayValue("https://a.test/launch")).toBeTruthy();
  press("lti.add");
  for (const name of ["name", "issuer", "clientId"]) type(name, ` ${name} `);
  type("deploymentIds", "1\n 2\n1\n");
  type("authorizationUrl", "moodle.test/a");
  type("tokenUrl", "https://moodle.test/t");
  type("keysOfPlatform", "https://moodle.test/k");
  type("pageOrigins", "https://moodle.test/\nhttps://media.test");
  press("lti.create");
  expect(screen.getByText("lti.notAnAddress")).toBeTruthy();
  expect(sent()).toEqual([]);
  type("authorizationUrl", "https://moodle.test/a");
  press("lti.create");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  const body = {
    ...{ name: "name", issuer: "issuer", clientId: "clientId", deploymentIds: ["1", "2"] },
    ...{ authorizationUrl: "https://moodle.test/a", tokenUrl: "https://moodle.test/t" },
    tokenAudience: null,
    ...{ keysUrl: "https://moodle.test/k", pageOrigins: ["https://moodle.test", "https://media.test"] },
    roleMap: DEFAULT_LTI_ROLE_MAP,
  };
  expect(sent()).toEqual([["POST", "/v2/lti/platforms", { body }]]);
});

it("a platform that is already registered is reported in the form, which stays open; then it is changed", async () => {
  await open();
  press("lti.edit");
  vi.mocked(call).mockRejectedValueOnce(new AppError("conflict", "taken", { codes: ["platformTaken"] }));
  type("clientId", "xyz");
  press("lti.save");
  await screen.findByText("lti.taken");
  press("lti.save");
  await vi.waitFor(() => expect(screen.queryByText("lti.taken")).toBeNull());
  const { id, ...settings } = MOODLE;
  expect(sent().at(-1)).toEqual([
    ...["PUT", "/v2/lti/platforms/{id}"],
    { params: { id }, body: { ...settings, clientId: "xyz" } },
  ]);
});

it("a platform is removed after confirmation", async () => {
  await open();
  press("lti.remove");
  expect(sent()).toEqual([]);
  press("lti.removeNow");
  await vi.waitFor(() => expect(sent()).toEqual([["DELETE", "/v2/lti/platforms/{id}", { params: { id: 3 } }]]));
});

it("a list that cannot be loaded is reported and can be retried", async () => {
  vi.mocked(call).mockRejectedValueOnce(new Error("offline"));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <LtiPlatforms />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText("lti.loadFailed");
  press("ui.tryAgain");
  await screen.findByText("Moodle");
});

it("a platform registers itself with an address that is created and shown once; a failure can be retried", async () => {
  await open();
  press("lti.register");
  vi.mocked(call).mockRejectedValueOnce(new Error("offline"));
  press("lti.registerNow");
  await screen.findByText("lti.registerFailed");
  vi.mocked(call).mockResolvedValueOnce({ address: "https://a.test/register/x", endsAt: "2026-11-28T12:00:00Z" });
  press("lti.registerNow");
  await screen.findByDisplayValue("https://a.test/register/x");
  expect(screen.queryByRole("button", { name: "lti.registerNow" })).toBeNull();
  expect(sent()).toEqual([1, 2].map(() => ["POST", "/v2/lti/registrations", {}]));
});

it("a waiting deployment is accepted or dismissed; without any, the panel says that nobody can sign in", async () => {
  const waitingDeployments = ["d1", "d2"].map((deploymentId) => ({ platformId: 3, deploymentId }));
  vi.mocked(call).mockResolvedValueOnce({ ...LIST, waitingDeployments });
  await open();
  for (const [name, deploymentId, isAccepted] of [
    ["lti.acceptNamed", "d1", true],
    ["lti.dismissNamed", "d2", false],
  ] as const) {
    const buttons = screen.getAllByRole("button", { name });
    vi.mocked(call)
      .mockResolvedValueOnce(undefined)
      .mockResolvedValueOnce({ ...LIST, waitingDeployments });
    fireEvent.click(buttons[isAccepted ? 0 : 1] as HTMLElement);
    const body = { deploymentId, isAccepted };
    await vi.waitFor(() =>
      expect(sent().at(-1)).toEqual(["PUT", "/v2/lti/platforms/{id}/deployments", { params: { id: 3 }, body }]),
    );
    await vi.waitFor(() => expect(buttons[0]).toHaveProperty("disabled", false));
  }
  cleanup();
  vi.mocked(call).mockResolvedValueOnce({ ...LIST, platforms: [{ ...MOODLE, deploymentIds: [] }] });
  await open();
  expect(screen.getByText("lti.noDeployment")).toBeTruthy();
});
