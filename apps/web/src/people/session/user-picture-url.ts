import { getUserPicture } from "@parfocal/core/account/user-picture.contract.ts";
import { fileUrlOf } from "#platform/call.ts";

interface PicturedUser {
  readonly id: number;
  readonly pictureKey?: string | null | undefined;
}

/** URL of a person's picture; null: there is none. */
export const userPictureUrl = ({ id, pictureKey }: PicturedUser): string | null =>
  pictureKey ? fileUrlOf(getUserPicture, { params: { id, key: pictureKey } }) : null;
