// @vitest-environment happy-dom
/** The result is reported even if the mutation removes its own row. */
import { QueryClient, QueryClientProvider, useMutation } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { mutateAlways } from "./mutate-always.ts";

afterEach(cleanup);

/** @param settle ends the refresh of lists that the mutation waits for after its response. */
function Row({ outcome, settle }: { readonly outcome: Outcome; readonly settle: Promise<void> }) {
  const remove = useMutation({
    mutationFn: async (id: number) => {
      if (id < 0) throw new Error("refused");
      return id;
    },
    onSettled: () => settle,
  });
  return (
    <>
      <button type="button" onClick={() => mutateAlways(remove, 7, outcome)}>
        Remove
      </button>
      <button type="button" onClick={() => mutateAlways(remove, -1, outcome)}>
        Fail
      </button>
    </>
  );
}
type Outcome = Record<"onSuccess" | "onError" | "onSettled", ReturnType<typeof vi.fn<(outcome?: unknown) => void>>>;

async function removedWhileSettling(button: string): Promise<Outcome> {
  const outcome = { onSuccess: vi.fn(), onError: vi.fn(), onSettled: vi.fn() };
  let end = () => {};
  const settle = new Promise<void>((resolve) => {
    end = resolve;
  });
  const client = new QueryClient();
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Row outcome={outcome} settle={settle} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: button }));
  await act(async () => {});
  unmount();
  end();
  await vi.waitFor(() => expect(outcome.onSettled).toHaveBeenCalledOnce());
  client.clear();
  return outcome;
}

it("a success is reported after the row is removed", async () => {
  const { onSuccess, onError } = await removedWhileSettling("Remove");
  expect(onSuccess).toHaveBeenCalledExactlyOnceWith(7);
  expect(onError).not.toHaveBeenCalled();
});

it("a failure is reported after the row is removed", async () => {
  const { onSuccess, onError } = await removedWhileSettling("Fail");
  expect(onError.mock.calls).toEqual([[new Error("refused")]]);
  expect(onSuccess).not.toHaveBeenCalled();
});
