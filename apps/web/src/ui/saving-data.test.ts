import { afterEach, expect, it, vi } from "vitest";
import { isSavingData } from "./saving-data.ts";

afterEach(() => vi.unstubAllGlobals());

it.each([
  [undefined, false],
  [{ saveData: false, effectiveType: "4g" }, false],
  [{ saveData: true, effectiveType: "4g" }, true],
  [{ effectiveType: "3g" }, true],
  [{ effectiveType: "slow-2g" }, true],
])("of a connection %o: %o", (connection, isSaving) => {
  vi.stubGlobal("navigator", { connection });
  expect(isSavingData()).toBe(isSaving);
});
