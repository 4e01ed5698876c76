/** Props of each screen of a share link. */
import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import type { getShare } from "@parfocal/core/share/share.contract.ts";
import type { SharedPlace } from "@parfocal/core/share/share-path.ts";

export type Shared = AnswerOf<typeof getShare>;

export interface SharedItemProps {
  readonly place: SharedPlace;
  readonly shared: Shared;
  readonly id: number;
  /** Null: it is the shared item itself. */
  readonly parentId: number | null;
}
