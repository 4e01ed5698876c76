// @vitest-environment happy-dom
/** When a confirmation is requested before unsaved changes are left. */
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { StayContext, useUnsavedGuard } from "./useUnsavedGuard.ts";

afterEach(cleanup);

function Editor() {
  const { isAsking, stay } = useUnsavedGuard(true, () => undefined);
  return (
    <button type="button" onClick={stay}>
      {isAsking ? "asking" : "editing"}
    </button>
  );
}

/** @returns a router that shows whether it asks for confirmation. */
function open(address: string, onStay = () => {}) {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(
    <RouterContextProvider router={router}>
      <StayContext value={onStay}>
        <Editor />
      </StayContext>
    </RouterContextProvider>,
  );
  return router;
}

const cases: [what: string, from: string, to: string, asks: boolean][] = [
  ["the same item in another parent", "/s1/manage?item=12&in=5", "/s1/manage?item=12&in=6", false],
  ["another item", "/s1/manage?item=12&in=5", "/s1/manage?item=13&in=5", true],
  ["nothing", "/s1/manage?item=12&in=5", "/s1/manage", true],
  ["another page", "/s1/manage?item=12", "/s1/upload?item=12", true],
  ["another part of a page without an item", "/s1/fields?scope=1", "/s1/fields?scope=2", true],
];
for (const [what, from, to, asks] of cases)
  it(`${what}: ${asks ? "asks" : "continues"}`, async () => {
    const router = open(from);
    act(() => router.history.push(to));
    if (asks) await screen.findByText("asking");
    else await waitFor(() => expect(router.history.location.href).toBe(to));
    expect(screen.queryByText("asking") !== null).toBe(asks);
  });

it("cancelling keeps the page, and calls the handler", async () => {
  const onStay = vi.fn();
  const router = open("/s1/manage?item=12", onStay);
  act(() => router.history.push("/s1/manage?item=13"));
  await screen.findByText("asking");
  act(() => screen.getByRole("button").click());
  await screen.findByText("editing");
  expect(onStay).toHaveBeenCalled();
  expect(router.history.location.href).toBe("/s1/manage?item=12");
});
