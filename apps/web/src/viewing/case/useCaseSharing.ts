import type { Case } from "@parfocal/core/case/case.contract.ts";
import { useSession } from "#platform/session.tsx";
import { openShareDialog } from "#ui/share-request.ts";
import { sharedCase } from "./shared-case.ts";
import type { CaseState } from "./useCaseState.ts";

/** The command that shares the case as shown; absent for users who cannot share. */
export function useCaseSharing(shown: Case, state: CaseState): { readonly share?: () => void } {
  const { can } = useSession();
  return can("learn") ? { share: () => openShareDialog(sharedCase(shown, state)) } : {};
}
