/** The user's initials. */

import { Avatar } from "@mantine/core";
import type { SessionUser } from "@parfocal/core/session/session.contract.ts";

const AVATAR_PX = 34;

export function UserAvatar({ user }: { readonly user: SessionUser }) {
  return <Avatar name={user.displayName} color="hematoxylin" variant="filled" size={AVATAR_PX} radius="50%" />;
}
