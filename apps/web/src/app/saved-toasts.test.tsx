// @vitest-environment happy-dom
/** Source: spec part 1, section 8 (success messages: "… updated!", and similar). */
import { MantineProvider } from "@mantine/core";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AttachmentEditor } from "#attachment/AttachmentEditor.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { useDraft } from "#editor/useDraft.ts";
import { EmbedEditor } from "#embed/EmbedEditor.tsx";
import { EnrollmentEditor } from "#enrollment/EnrollmentEditor.tsx";
import { PageEditor } from "#page/PageEditor.tsx";
import { call } from "#platform/call.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { RadiologyEditor } from "#radiology/RadiologyEditor.tsx";
import { TextbookEditor } from "#textbook/TextbookEditor.tsx";
import { english } from "./english.ts";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({
    t: (key: string) => key.split(".").reduce((texts: unknown, part) => (texts as never)[part], english),
    i18n: { language: "en" },
  }),
}));
vi.mock("#platform/call.ts", () => ({ call: vi.fn(), sendForm: vi.fn() }));
vi.mock("#platform/failure-toast.ts", () => ({ showSuccess: vi.fn(), showFailure: vi.fn(), showProblem: vi.fn() }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, can: () => true }) }));
vi.mock("#editor/useDraft.ts", () => ({ useDraft: vi.fn() }));
vi.mock("#editor/EditorFrame.tsx", () => ({ EditorFrame: () => null }));

type Draft = Parameters<typeof useDraft>[0];
const ITEM = {
  ...{ id: 7, title: "Kidney", subtitle: "", url: "", tags: [], fields: [], series: [], hosts: [], state: "ready" },
  ...{ registrationCount: 0, userGroupId: 3, path: [] },
};
let draft: Draft | undefined;
beforeEach(() => {
  draft = undefined;
  vi.mocked(showSuccess).mockReset();
  vi.mocked(call).mockReset();
  vi.mocked(call).mockResolvedValue(ITEM as never);
  vi.mocked(useDraft).mockImplementation(((options: Draft) => {
    draft = options;
    return { saved: options.saved, values: options.saved, change: () => undefined };
  }) as never);
});
afterEach(cleanup);

const EDITORS: readonly [kind: ItemKind, Editor: ComponentType<ItemEditorProps>, text: string][] = [
  ["page", PageEditor, "Page updated!"],
  ["embed", EmbedEditor, "Embedded page updated!"],
  ["textbook", TextbookEditor, "Textbook updated!"],
  ["radiology", RadiologyEditor, "Radiology updated!"],
  ["enrollment", EnrollmentEditor, "Enrollment form updated!"],
  ["attachment", AttachmentEditor, "Attachment updated!"],
];
describe("a saved editor", () => {
  for (const [kind, Editor, text] of EDITORS)
    it(`of ${kind} shows ${text}, and nothing if saving failed`, async () => {
      render(
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <MantineProvider env="test">
            <Editor id={7} kind={kind} parentId={2} steps={[]} />
          </MantineProvider>
        </QueryClientProvider>,
      );
      await waitFor(() => expect(draft).toBeDefined());
      vi.mocked(call).mockRejectedValueOnce(new Error("no"));
      await expect(draft?.send({ title: "Liver" }, {})).rejects.toThrow("no");
      expect(showSuccess).not.toHaveBeenCalled();
      await draft?.send({ title: "Liver" }, {});
      expect(vi.mocked(showSuccess).mock.calls).toEqual([[text]]);
    });
});
