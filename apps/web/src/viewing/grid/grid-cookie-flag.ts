/** Whether a slide's grid was left switched on: asked before anything else of the grid is fetched. */
export function wasGridEnabled(cookies: string, scope: string): boolean {
  return cookies.includes(`parfocal-grid-${scope}=on`);
}
