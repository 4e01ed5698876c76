import { expect, it, vi } from "vitest";
import { noteClock, serverTime, steadyDeadline } from "./server-time.ts";

const clockAt = (serverNow: string, deadline: string | null) => ({ quizId: 1, remaining: null, deadline, serverNow });

it("the server's time of a cached response continues from its first use", () => {
  const now = vi.spyOn(performance, "now");
  try {
    const clock = clockAt("2026-11-23T12:00:00.000Z", "2026-11-23T12:10:00.000Z");
    now.mockReturnValue(5_000);
    noteClock(clock);
    now.mockReturnValue(65_000);
    expect(serverTime(clock)).toBe(Date.parse("2026-11-23T12:01:00.000Z"));
    expect(steadyDeadline(clock)).toBe(605_000);
  } finally {
    now.mockRestore();
  }
});

it("without a time limit there is no deadline", () =>
  expect(steadyDeadline(clockAt("2026-11-23T12:00:00.000Z", null))).toBeNull());
