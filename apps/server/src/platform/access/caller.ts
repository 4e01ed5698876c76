/** The calling user. Handlers check capabilities, never roles. */
import { type Capability, type Role, roleHas, type SiteGrants } from "@parfocal/core/access/capabilities.ts";
import type { CallPolicy } from "@parfocal/core/call.contract.ts";
import { AppError, notAllowed } from "@parfocal/core/errors.ts";
import type { Preferences } from "@parfocal/core/session/preferences.ts";

export interface SignedInUser {
  readonly id: number;
  readonly sessionId: number;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  /** Null: no profile image. */
  readonly pictureKey?: string | null;
  readonly preferences?: Preferences;
  /** The site requires a second factor for this role, and the user has none. */
  readonly mustEnrol?: boolean;
  /** Permissions the site adds to the role. */
  readonly grants?: SiteGrants;
}

/** Content managers can preview content with the rights of others; their identity does not change (decision 0127). */
interface PreviewedRights {
  /** User whose user groups apply; null: no user groups. */
  readonly personId: number | null;
}

export class Caller {
  /** Null if the caller is not signed in. In a preview it has the role of the previewed user. */
  readonly user: SignedInUser | null;
  /** Null: the caller's own rights. */
  readonly preview: PreviewedRights | null;

  constructor(user: SignedInUser | null, preview: PreviewedRights | null = null) {
    this.user = user;
    this.preview = preview;
  }

  can(capability: Capability): boolean {
    return this.user !== null && roleHas(this.user.role, capability, this.user.grants);
  }

  /** @throws AppError `unauthenticated` if the caller is not signed in. */
  signedIn(): SignedInUser {
    if (!this.user) throw new AppError("unauthenticated", "Sign in to continue.", { codes: ["signInNeeded"] });
    return this.user;
  }
}

/** @throws AppError `unauthenticated` or `forbidden` if the policy rejects the caller. */
export function enforcePolicy(policy: CallPolicy, caller: Caller, site: { readonly isContentPublic: boolean }): void {
  if (policy === "anyone") return;
  if (policy === "seesSite" && site.isContentPublic) return;
  caller.signedIn();
  if (policy === "signedIn" || policy === "seesSite") return;
  if (caller.user?.mustEnrol && policy !== "learn")
    throw new AppError("forbidden", "Set up a second factor in your profile first.", {
      codes: ["secondFactorRequired"],
    });
  if (!caller.can(policy)) throw notAllowed("You are not allowed to do this.");
}
