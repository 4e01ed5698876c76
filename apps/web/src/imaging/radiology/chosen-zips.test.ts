import { RADIOLOGY_MAX_BYTES, RADIOLOGY_MAX_FILES } from "@parfocal/core/radiology/radiology-limits.ts";
import { describe, expect, it } from "vitest";
import { sortZips, spaceNeeded } from "./chosen-zips.ts";

function fileOf(name: string, bytes = 10): File {
  const file = new File(["x"], name);
  Object.defineProperty(file, "size", { value: bytes });
  return file;
}

describe("selected files", () => {
  it("are accepted if they are zips, and otherwise rejected with the reason", () => {
    const { accepted, rejected, leftOut } = sortZips(
      [
        fileOf("knee.zip"),
        fileOf("HEAD.ZIP"),
        fileOf("IM0001.dcm"),
        fileOf("empty.zip", 0),
        fileOf("whole.zip", RADIOLOGY_MAX_BYTES),
        fileOf("more.zip", RADIOLOGY_MAX_BYTES + 1),
      ],
      0,
    );
    expect(accepted.map(({ name }) => name)).toEqual(["knee.zip", "HEAD.ZIP", "whole.zip"]);
    expect(rejected).toEqual([
      { name: "IM0001.dcm", fault: "notZip" },
      { name: "empty.zip", fault: "empty" },
      { name: "more.zip", fault: "tooLarge" },
    ]);
    expect(leftOut).toBe(0);
  });

  it(`are left out beyond ${RADIOLOGY_MAX_FILES} pending ones`, () => {
    const files = Array.from({ length: 5 }, (_, index) => fileOf(`${index}.zip`));
    const { accepted, leftOut } = sortZips(files, RADIOLOGY_MAX_FILES - 3);
    expect(accepted).toHaveLength(3);
    expect(leftOut).toBe(2);
  });

  it("need more than twice their size on the server", () => {
    const needed = spaceNeeded([{ size: 1_000_000 }, { size: 500_000 }]);
    expect(needed).toBeGreaterThanOrEqual(3_300_000);
    expect(needed).toBeLessThan(3_300_010);
  });
});
