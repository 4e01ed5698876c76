// @vitest-environment happy-dom
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { MediaTile } from "./MediaTile.tsx";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en" });
});
afterEach(cleanup);

const FILE: MediaFile = {
  id: 1,
  title: "Kidney",
  filename: "kidney.pdf",
  mimeType: "application/pdf",
  bytes: 1,
  width: null,
  height: null,
  src: "",
  thumbnail: null,
  folderId: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  createdBy: null,
  origin: null,
};

function showTile(isMultiple: boolean) {
  const onSelect = vi.fn();
  const onOpen = vi.fn();
  render(
    <MediaTile
      file={FILE}
      index={0}
      total={1}
      isSelected={false}
      isReachable
      isMultiple={isMultiple}
      style={{}}
      onSelect={onSelect}
      onOpen={onOpen}
    />,
  );
  const tile = screen.getByRole("option", { name: /Kidney/ });
  return { onSelect, onOpen, tile, box: [...tile.children].find((part) => part.matches("[aria-hidden=true]")) };
}

it("its checkbox toggles its selection without a key, and selects a range with Shift", () => {
  const { onSelect, onOpen, box } = showTile(true);
  if (!box) throw new Error("there is no box");
  fireEvent.click(box);
  fireEvent.click(box, { shiftKey: true });
  fireEvent.doubleClick(box);
  expect(onSelect.mock.calls).toEqual([["toggle"], ["range"]]);
  expect(onOpen).not.toHaveBeenCalled();
});

it("a click beside the checkbox selects only this file", () => {
  const { onSelect, tile } = showTile(true);
  fireEvent.click(tile);
  expect(onSelect.mock.calls).toEqual([["alone"]]);
});

it("a single selection has no checkbox", () => {
  expect(showTile(false).box).toBeUndefined();
});
