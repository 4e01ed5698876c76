// @vitest-environment happy-dom
/** Decision 0021: "With a token the share alone decides, also for someone who is signed in". */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useOpenOutbox } from "#platform/outbox/current-outbox.ts";
import { AsGuest, SessionProvider, useSession } from "#platform/session.tsx";
import { type SharedLink, SharedLinkContext } from "#platform/shared-link.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import { useAnnotationBoard } from "./useAnnotationBoard.ts";

const queries = vi.hoisted(() => [] as unknown[]);
vi.mock("#platform/call.ts", () => ({
  call: async ({ path }: { path: string }, { query }: { query?: unknown } = {}) => {
    if (path === "/session") {
      const user = { id: 7, displayName: "Leo", capabilities: ["learn", "annotateAsExpert"] };
      return { user, site: { id: 1 }, nonce: "n", newMemberships: [], singleSignOn: null };
    }
    queries.push(query);
    return { total: 1, isComplete: true, annotations: [buildAnnotation({ id: 1, title: "One" })] };
  },
}));
vi.mock("#platform/outbox/current-outbox.ts", () => ({
  useOpenOutbox: vi.fn(),
  useOutbox: () => ({ onEvent: () => () => undefined }),
  useOutboxSnapshot: () => ({ entries: [] }),
}));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
afterEach(cleanup);

const LINK: SharedLink = {
  ...{ token: "7.x", hidesAnnotations: false, hidesInformation: false, hidesToolbar: false, isEmbedded: false },
  opening: { imageId: 9, channels: null, plane: null },
};

it("with a share link a signed-in person reads like a guest: with the token, and read-only", async () => {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })}
    >
      <SessionProvider waiting={null} renderFailure={() => null}>
        <AsGuest>
          <SharedLinkContext value={LINK}>{children}</SharedLinkContext>
        </AsGuest>
      </SessionProvider>
    </QueryClientProvider>
  );
  const image = { id: 9, annotationsActive: true } as never;
  const { result } = renderHook(() => ({ session: useSession(), board: useAnnotationBoard(image, null) }), { wrapper });
  await vi.waitFor(() => expect(result.current?.board.annotations).toMatchObject([{ title: "One" }]));
  const { session, board } = result.current;
  expect([session.user, session.can("learn"), session.site.id]).toEqual([null, false, 1]);
  expect(board).toMatchObject({ outbox: null, filter: "expert", viewer: { id: 0, isExpert: false } });
  expect(queries).toEqual([{ share: "7.x" }]);
  // Changes that are waiting elsewhere are still sent.
  expect(vi.mocked(useOpenOutbox).mock.lastCall?.[0]).toBeUndefined();
});
