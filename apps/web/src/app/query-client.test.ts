/** A failed call is reported by the default toast, unless its screen reports it (spec part 2, section 8). */
import { AppError } from "@parfocal/core/errors.ts";
import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { showFailure } from "#platform/failure-toast.ts";
import { createQueryClient } from "./query-client.ts";

vi.mock("#platform/failure-toast.ts", () => ({ showFailure: vi.fn() }));
beforeEach(() => vi.clearAllMocks());

const FAILURE = new AppError("invalid", "Give it a title.");

async function fail(meta?: { readonly saysItsFailures: boolean }): Promise<void> {
  const mutationFn = () => Promise.reject(FAILURE);
  const change = new MutationObserver(createQueryClient(), { mutationFn, ...(meta ? { meta } : {}) });
  await expect(change.mutate()).rejects.toBe(FAILURE);
}

describe("a failing change", () => {
  it("is reported by the default toast", async () => {
    await fail();
    expect(vi.mocked(showFailure).mock.calls).toEqual([[FAILURE]]);
  });

  it("is not reported twice if its screen reports it", async () => {
    await fail({ saysItsFailures: true });
    expect(showFailure).not.toHaveBeenCalled();
  });
});

describe("an invalidated query", () => {
  it("is requested again if its first request was pending: that response may be older than the change", async () => {
    const client = createQueryClient();
    const answers: ((titles: string[]) => void)[] = [];
    const queryFn = () => new Promise<string[]>((resolve) => answers.push(resolve));
    const search = new QueryObserver(client, { queryKey: ["document", "list", "plan"], queryFn });
    const stop = search.subscribe(() => {});
    const other = new QueryObserver(client, { queryKey: ["media"], queryFn: async () => ["picture"] });
    const stopOther = other.subscribe(() => {});
    expect(answers).toHaveLength(1);
    const invalidated = client.invalidateQueries({ queryKey: ["document"] });
    answers[0]?.(["one"]);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(["one", "two"]);
    await invalidated;
    expect(search.getCurrentResult().data).toEqual(["one", "two"]);
    stop();
    stopOther();
  });

  it("is requested once if it already has data", async () => {
    const client = createQueryClient();
    const queryFn = vi.fn(async () => "answer");
    const stop = new QueryObserver(client, { queryKey: ["a"], queryFn }).subscribe(() => {});
    await vi.waitFor(() => expect(client.getQueryData(["a"])).toBe("answer"));
    await client.invalidateQueries({ queryKey: ["a"] });
    expect(queryFn).toHaveBeenCalledTimes(2);
    stop();
  });
});

describe("after a change that affects everything", () => {
  it("a form waits for the lists of the page, but not for one that does not respond", async () => {
    vi.useFakeTimers();
    const client = createQueryClient();
    const answers: (() => void)[] = [];
    const queryFn = () => new Promise<string>((resolve) => answers.push(() => resolve("answer")));
    const stop = new QueryObserver(client, { queryKey: ["slow"], queryFn }).subscribe(() => {});
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    const isDone = vi.fn();
    void client.invalidateQueries().then(isDone);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(isDone).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(isDone).toHaveBeenCalled();

    const isDoneSoon = vi.fn();
    void client.invalidateQueries().then(isDoneSoon);
    answers.at(-1)?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(isDoneSoon).toHaveBeenCalled();
    stop();
    vi.useRealTimers();
  });
});
