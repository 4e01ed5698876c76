/** Whether another pointer than the usual one was chosen: asked before anything else of it is fetched. */
export function isCursorChosen(cookies: string): boolean {
  return cookies.includes("parfocal-cursor=") && !cookies.includes("parfocal-cursor=arrow");
}
