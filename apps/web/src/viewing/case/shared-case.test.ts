import { createShare } from "@parfocal/core/share/share.contract.ts";
import { expect, it } from "vitest";
import { sharedCase } from "./shared-case.ts";

it("a link stores the current state of the case: layout, slide and view of each container, as the call accepts them", () => {
  const layout = { columns: 2, rows: 1 };
  const viewer = { getView: () => ({ center: [30.5, 40] as const, zoom: 2.5, rotationDeg: 315 }) };
  const viewers = new Map([[1, { viewer }]]);
  const { view, title, ...rest } = sharedCase(
    { id: 4, title: "Glomerulonephritis", layout },
    { slideIds: [12, 15], isSynced: false, viewers },
  );
  expect(view?.viewSettings).toEqual({
    caseView: {
      layout,
      containers: [
        { slideId: 12, view: null },
        { slideId: 15, view: { center: [30.5, 40], zoom: 2.5, rotation: 315 } },
      ],
      isSynced: false,
    },
  });
  expect(createShare.body.safeParse({ ...rest, ...view }).success).toBe(true);
});
