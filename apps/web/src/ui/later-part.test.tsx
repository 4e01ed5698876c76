// @vitest-environment happy-dom
/** No press on a button is lost while the menu that replaces it is being fetched. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLaterPart, useOpenedAtFirst } from "./later-part.ts";

let arrive: () => void;
let fetchPart: () => Promise<{ readonly Part: typeof Part }>;

beforeEach(() => {
  vi.useFakeTimers();
  const fetched = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  fetchPart = () => fetched.then(() => ({ Part }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Part({ isOpenAtFirst }: { readonly isOpenAtFirst: boolean }) {
  const { buttonRef, menuProps } = useOpenedAtFirst(isOpenAtFirst);
  return (
    <button ref={buttonRef} type="button" data-fetched aria-expanded={menuProps.opened}>
      Account
    </button>
  );
}

function Frame() {
  const { part, isRequested, buttonProps } = useLaterPart(fetchPart);
  if (part !== null) return <part.Part isOpenAtFirst={isRequested} />;
  return (
    <button type="button" {...buttonProps}>
      Account
    </button>
  );
}

const button = () => screen.getByRole("button", { name: "Account" });
const isFetchedShown = () => button().hasAttribute("data-fetched");
/** The page is idle, and the menu's code has arrived. */
const settle = () =>
  act(async () => {
    arrive();
    await vi.advanceTimersByTimeAsync(2000);
  });

it("shows the menu when the page is idle", async () => {
  render(<Frame />);
  expect(isFetchedShown()).toBe(false);
  await settle();
  expect(isFetchedShown()).toBe(true);
  expect(button().getAttribute("aria-expanded")).toBe("false");
});

it("keeps a focused button until it loses the focus", async () => {
  render(<Frame />);
  act(() => button().focus());
  const focused = button();
  await settle();
  expect(document.activeElement).toBe(focused);
  act(() => focused.blur());
  expect(isFetchedShown()).toBe(true);
});

it("keeps a pressed button until the pointer is released", async () => {
  render(<Frame />);
  fireEvent.pointerDown(button());
  await settle();
  expect(isFetchedShown()).toBe(false);
  fireEvent.pointerUp(button());
  expect(isFetchedShown()).toBe(true);
});

it("opens the menu of a button pressed before, with the focus on its button", async () => {
  render(<Frame />);
  act(() => button().focus());
  fireEvent.click(button());
  expect(isFetchedShown()).toBe(false);
  await settle();
  expect(isFetchedShown()).toBe(true);
  expect(button().getAttribute("aria-expanded")).toBe("true");
  expect(document.activeElement).toBe(button());
});
