/** Whether a pointer other than the default was chosen: checked before the cursor's other code is fetched. */
export function isCursorChosen(cookies: string): boolean {
  return cookies.includes("parfocal-cursor=") && !cookies.includes("parfocal-cursor=arrow");
}
