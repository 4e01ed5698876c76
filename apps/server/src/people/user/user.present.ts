import { capabilitiesOf, type Role, type SiteGrants } from "@parfocal/core/access/capabilities.ts";
import type { Preferences } from "@parfocal/core/session/preferences.ts";
import type { SessionUser } from "@parfocal/core/session/session.contract.ts";

interface UserFacts {
  readonly id: number;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly pictureKey?: string | null;
  readonly preferences?: Preferences;
  readonly mustEnrol?: boolean;
  readonly grants?: SiteGrants;
}

export const presentUser = ({
  id,
  email,
  displayName,
  role,
  pictureKey,
  preferences,
  mustEnrol,
  grants,
}: UserFacts): SessionUser => ({
  id,
  email,
  displayName,
  role,
  ...(pictureKey ? { pictureKey } : {}),
  ...preferences,
  ...(mustEnrol ? { mustEnrol } : {}),
  capabilities: capabilitiesOf(role, grants),
});
