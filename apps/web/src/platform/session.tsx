/** The signed-in user, for every screen. */
import type { Capability } from "@parfocal/core/access/capabilities.ts";
import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import { closeSession, getSession, openSession, type SessionUser } from "@parfocal/core/session/session.contract.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";
import { call } from "./call.ts";
import { activePreview } from "./preview.ts";
import { announceSessionLost, onSessionLost, setRequestIdentity } from "./request-identity.ts";

type SessionAnswer = AnswerOf<typeof getSession>;
type OpenedSession = AnswerOf<typeof openSession>;

export interface Session {
  /** Null: a guest. */
  readonly user: SessionUser | null;
  readonly site: SessionAnswer["site"];
  /** The session ended while the page was open; the user is kept so that nothing disappears from the page. */
  readonly isExpired: boolean;
  can(capability: Capability): boolean;
  /** Work groups to which others added the user, without the user's answer. */
  readonly newMemberships: SessionAnswer["newMemberships"];
  /** Name of the institution with a sign-in page; null: none. */
  readonly singleSignOn: SessionAnswer["singleSignOn"];
  /** Requests the session again. */
  refresh(): Promise<void>;
  signIn(login: string, password: string, options?: SignInOptions): Promise<void>;
  /** Continues with a session that was opened in another way, for example with a passkey. */
  acceptSession(opened: OpenedSession): Promise<void>;
  signOut(): Promise<void>;
}

interface SignInOptions {
  /** Whether the session lasts for 30 days, even after the browser is closed. */
  readonly staySignedIn?: boolean;
  /** Code of the second factor; omitted: none was requested. */
  readonly code?: string;
}

export const SESSION_KEY = ["session"] as const;
/** Well within the 12-hour lifetime of a nonce (rule D-7). */
const RENEWAL_INTERVAL_MS = 4 * 60 * 60 * 1000;
const FRESH_MS = 5 * 60 * 1000;

const SessionContext = createContext<Session | null>(null);

/** @throws Error outside a SessionProvider. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

/** Below it the reader is treated as a guest, because a share link looks the same to everyone. */
export function AsGuest({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const guest = useMemo<Session>(
    () => ({ ...session, user: null, isExpired: false, newMemberships: [], can: () => false }),
    [session],
  );
  return <SessionContext value={guest}>{children}</SessionContext>;
}

interface SessionProviderProps {
  readonly children: ReactNode;
  /** Shown until the session is loaded. */
  readonly waiting: ReactNode;
  /** Shown if the session could not be loaded. */
  readonly renderFailure: (error: unknown, retry: () => void) => ReactNode;
}

export function SessionProvider({ children, waiting, renderFailure }: SessionProviderProps) {
  const queryClient = useQueryClient();
  const [isExpired, setIsExpired] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => {
      const answer = await askSession(signal);
      const before = queryClient.getQueryData<SessionAnswer>(SESSION_KEY);
      if (!before?.user || answer.user) return answer;
      announceSessionLost();
      return before;
    },
    staleTime: FRESH_MS,
    refetchInterval: RENEWAL_INTERVAL_MS,
    enabled: !isExpired,
  });
  useEffect(() => onSessionLost(() => setIsExpired(true)), []);

  const acceptSession = useCallback(
    async ({ user, site, nonce, newMemberships }: OpenedSession) => {
      setRequestIdentity({ siteId: site.id, nonce });
      queryClient.setQueryData<SessionAnswer>(SESSION_KEY, (before) => {
        if (before?.user && before.user.id !== user.id) queryClient.removeQueries({ predicate: isNotSession });
        return { user, site, nonce, newMemberships, singleSignOn: before?.singleSignOn ?? null };
      });
      setIsExpired(false);
      await queryClient.invalidateQueries({ predicate: isNotSession });
      await untilReadersKnow();
    },
    [queryClient],
  );
  const signIn = useCallback(
    async (login: string, password: string, options: SignInOptions = {}) =>
      acceptSession(await call(openSession, { body: { login, password, ...options } })),
    [acceptSession],
  );
  const signOut = useCallback(async () => {
    await call(closeSession);
    setRequestIdentity({ nonce: null });
    queryClient.setQueryData<SessionAnswer>(
      SESSION_KEY,
      (before) => before && { ...before, user: null, nonce: null, newMemberships: [] },
    );
    queryClient.removeQueries({ predicate: isNotSession });
    await untilReadersKnow();
  }, [queryClient]);

  const refresh = useCallback(async () => {
    await refetch();
  }, [refetch]);

  const session = useMemo<Session | null>(
    () =>
      data
        ? {
            user: data.user,
            site: data.site,
            isExpired,
            // A preview is read-only, so actions it could not carry out are not offered.
            can: (capability) => activePreview() === null && (data.user?.capabilities.includes(capability) ?? false),
            newMemberships: data.newMemberships,
            singleSignOn: data.singleSignOn,
            refresh,
            signIn,
            acceptSession,
            signOut,
          }
        : null,
    [data, isExpired, refresh, signIn, acceptSession, signOut],
  );
  if (!session) return error ? renderFailure(error, () => void refetch()) : waiting;
  return <SessionContext value={session}>{children}</SessionContext>;
}

const isNotSession = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== SESSION_KEY[0];

/**
 * The query client notifies its readers in a later task. Navigation before that would open a screen with the old
 * session, which would redirect back.
 */
function untilReadersKnow(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function askSession(signal: AbortSignal): Promise<SessionAnswer> {
  const answer = await call(getSession, {}, { signal });
  setRequestIdentity({ siteId: answer.site.id, nonce: answer.nonce, filePass: answer.filePass ?? null });
  return answer;
}
