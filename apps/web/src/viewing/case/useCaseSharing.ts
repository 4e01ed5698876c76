import type { Case } from "@parfocal/core/case/case.contract.ts";
import { useSession } from "#platform/session.tsx";
import { openShareDialog } from "#ui/share-request.ts";

/** The command that shares the case; none for people who cannot. */
export function useCaseSharing({ id, title }: Pick<Case, "id" | "title">): { readonly share?: () => void } {
  const { can } = useSession();
  return can("learn") ? { share: () => openShareDialog({ shareType: "case", itemId: id, title }) } : {};
}
