// @vitest-environment happy-dom
/** A retry after a lost response is the same action: the server executes it once (rule D-4). */
import { NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { useAttachFile } from "#attachment/attachment.api.ts";
import { useCreateColourPreset } from "#colour/colour.api.ts";
import { useAssignDocuments, useAttachLink } from "#document/document.api.ts";
import { useSaveFolder } from "#media/media.api.ts";
import { useAssigning } from "#user-group/user-group.api.ts";
import { useWorkGroupActions } from "#work-group/work-group.api.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en" });
});

let keys: (string | null)[] = [];
let isLost = false;
beforeEach(() => {
  keys = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    if (isLost) throw new TypeError("the answer is lost");
    return Response.json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

function Frame({ children }: { readonly children: ReactNode }) {
  const client = new QueryClient();
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const fileChosen = () => new File(["x"], "gross.png", { type: "image/png", lastModified: 1 });
const LINK = { url: "https://example.org/", title: "Atlas", isFileLink: false };
const ASSIGNMENT = { itemType: "folder", itemId: 4, documents: [1, 2], usePrefix: false, filename: "" } as const;

const actions: [name: string, useAction: () => () => Promise<unknown>][] = [
  ["a file is attached", useAttachingFile],
  ["a link is attached", useAttachingLink],
  ["documents are assigned", useAssigningDocuments],
  ["a folder of the library is created", useCreatingFolder],
  ["a user group is created", useCreatingGroup],
  ["a work group is created", useCreatingWorkGroup],
  ["a preset is saved", useCreatingColourPreset],
];

function useAttachingFile() {
  const { mutateAsync } = useAttachFile(7);
  return () => mutateAsync(fileChosen());
}
function useAttachingLink() {
  const { mutateAsync } = useAttachLink(7);
  return () => mutateAsync({ ...LINK });
}
function useAssigningDocuments() {
  const { mutateAsync } = useAssignDocuments();
  return () => mutateAsync({ ...ASSIGNMENT, documents: [...ASSIGNMENT.documents] });
}
function useCreatingFolder() {
  const { mutateAsync } = useSaveFolder(null);
  return () => mutateAsync("Gross pictures");
}
function useCreatingGroup() {
  const { make } = useAssigning(7);
  return () => make.mutateAsync("Year 3");
}
function useCreatingWorkGroup() {
  const { create } = useWorkGroupActions();
  return () => create.mutateAsync("Kidney team");
}
function useCreatingColourPreset() {
  const { mutateAsync } = useCreateColourPreset(7);
  return () => mutateAsync({ name: "Faded", colour: NEUTRAL_COLOUR });
}

describe("retried after a lost response it has the same key, and a new one after success", () => {
  for (const [name, useAction] of actions)
    it(name, async () => {
      const { result } = renderHook(useAction, { wrapper: Frame });
      for (const isLostNow of [true, false, false]) {
        isLost = isLostNow;
        await act(async () => void (await result.current().catch(() => undefined)));
      }
      const [lost, again, another] = keys;
      expect(lost).toBeTruthy();
      expect(again).toBe(lost);
      expect(another).not.toBe(again);
    });
});
