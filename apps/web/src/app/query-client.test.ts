/** A failed call is reported by the default toast, unless its screen reports it (spec part 2, section 8). */
import { AppError } from "@parfocal/core/errors.ts";
import { MutationObserver } from "@tanstack/react-query";
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

describe("a change that fails", () => {
  it("is reported by the default toast", async () => {
    await fail();
    expect(vi.mocked(showFailure).mock.calls).toEqual([[FAILURE]]);
  });

  it("is not reported twice if its screen reports it", async () => {
    await fail({ saysItsFailures: true });
    expect(showFailure).not.toHaveBeenCalled();
  });
});
