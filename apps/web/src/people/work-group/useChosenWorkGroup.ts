/** The work group selected last, stored in this browser for the user who selected it. */
import { useCallback, useState } from "react";

const keyOf = (userId: number) => `parfocal-work-group-${userId}`;

function readChosen(userId: number): number | null {
  try {
    const id = Number(localStorage.getItem(keyOf(userId)));
    return Number.isInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}

/** @param userId 0: nobody is signed in, and nothing is stored. @returns null if none is selected. */
export function useChosenWorkGroup(userId: number): [number | null, (id: number | null) => void] {
  const [chosen, setChosen] = useState<{ userId: number; id: number | null }>({ userId, id: readChosen(userId) });
  const choose = useCallback(
    (id: number | null) => {
      setChosen({ userId, id });
      if (userId === 0) return;
      try {
        localStorage.setItem(keyOf(userId), id === null ? "" : String(id));
      } catch {
        // Storage is unavailable: the selection lasts as long as the page is open.
      }
    },
    [userId],
  );
  return [chosen.userId === userId ? chosen.id : readChosen(userId), choose];
}
