import { capabilitiesOf, type Role } from "@parfocal/core/access/capabilities.ts";
import type { SessionUser } from "@parfocal/core/session/session.contract.ts";

interface UserFacts {
  readonly id: number;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
}

export const presentUser = ({ id, email, displayName, role }: UserFacts): SessionUser => ({
  id,
  email,
  displayName,
  role,
  capabilities: capabilitiesOf(role),
});
