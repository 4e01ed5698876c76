/** Where the picture of a person is served (`getUserPicture`). */

/** @returns null: the person has no picture. */
export const userPicturePath = ({
  id,
  pictureKey,
}: {
  readonly id: number;
  readonly pictureKey?: string | null | undefined;
}): string | null => (pictureKey ? `/api/user/picture/${id}/${pictureKey}` : null);
