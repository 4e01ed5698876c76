// @vitest-environment happy-dom
/** Answers that cannot be sent, are sent twice, or are not allowed to be sent yet. */
import { MantineProvider } from "@mantine/core";
import type { EnrollmentForm } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { enrollmentEn } from "./enrollment.en.ts";
import { RegisterForm } from "./RegisterForm.tsx";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));

const FORM = {
  id: 7,
  title: "Register",
  fields: [
    { id: "name", title: "Name of the school", type: "text", options: [] },
    { id: "town", title: "Town", type: "text", options: [] },
  ],
} as unknown as EnrollmentForm;

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { enrollment: enrollmentEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Sent {
  readonly key: string | null;
  readonly body: unknown;
}

/** @returns sent requests. */
function serverAnswers(answer: () => Promise<Response>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (_input: unknown, init?: RequestInit) => {
    sent.push({ key: new Headers(init?.headers).get("idempotency-key"), body: JSON.parse(String(init?.body)) });
    return answer();
  });
  return sent;
}

const refusal = (status: number, message: string) => async () => Response.json({ message, data: [] }, { status });

function show(isGuest = false): void {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RegisterForm form={FORM} isGuest={isGuest} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const write = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const send = () => fireEvent.click(screen.getByRole("button", { name: "Register" }));

it("a field of blanks counts as empty: nothing is sent, and the fixed text is shown", async () => {
  const sent = serverAnswers(refusal(500, "no"));
  show();
  write(/Name of the school/, "Charité");
  write(/Town/, "  ");
  send();
  expect(await screen.findByText("Please fill out all fields")).toBeDefined();
  expect(screen.getAllByText("Fill in this field.")).toHaveLength(1);
  expect(document.activeElement).toBe(field(/Town/));
  expect(sent).toEqual([]);
});

it("a rejection is shown in the server's words, a failure in ours; the answers stay, and are sent as the same action", async () => {
  const sent = serverAnswers(refusal(503, "away"));
  show();
  write(/Name of the school/, "Charité");
  write(/Town/, "Berlin");
  send();
  expect(await screen.findByText(/^Registration failed/)).toBeDefined();
  await waitFor(() => expect(screen.getByRole("button", { name: "Register" })).toHaveProperty("disabled", false));
  vi.unstubAllGlobals();
  const again = serverAnswers(refusal(400, "This form has changed."));
  send();
  expect(await screen.findByText("This form has changed.")).toBeDefined();
  expect(field(/Town/).value).toBe("Berlin");
  expect(again[0]).toEqual(sent[0]);
  expect(again[0]?.body).toEqual({
    enrollmentFormId: 7,
    fields: [
      { id: "name", value: "Charité" },
      { id: "town", value: "Berlin" },
    ],
  });
});

it("two clicks send one request", async () => {
  let answer: (response: Response) => void = () => undefined;
  const sent = serverAnswers(() => new Promise((resolve) => (answer = resolve)));
  show();
  write(/Name of the school/, "Charité");
  write(/Town/, "Berlin");
  const form = field(/Town/).form as HTMLFormElement;
  fireEvent.submit(form);
  fireEvent.submit(form);
  expect(sent).toHaveLength(1);
  answer(Response.json({ message: "x", data: [] }, { status: 400 }));
  await screen.findByText("x");
});

it("the input is restored on the next page load, for this person", () => {
  show();
  write(/Town/, "Berlin");
  cleanup();
  show();
  expect(field(/Town/).value).toBe("Berlin");
  expect(Object.keys(sessionStorage)).toEqual(["parfocal-enrollment-1-2-7"]);
});

it("a guest can read the form but not send it", () => {
  const sent = serverAnswers(refusal(401, "no"));
  show(true);
  expect(field(/Town/).closest("fieldset")?.disabled).toBe(true);
  fireEvent.submit(field(/Town/).form as HTMLFormElement);
  expect(sent).toEqual([]);
});
