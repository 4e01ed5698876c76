/** A star-shaped outline without self-intersections, about 11 bytes per vertex. */
export function largeOutline(vertices: number, { x = 20_000, y = 20_000, radius = 15_000 } = {}): string {
  const corners = Array.from({ length: vertices }, (_, index) => {
    const angle = (index / vertices) * 2 * Math.PI;
    const distance = radius * (1 + 0.2 * Math.sin(9 * angle));
    return `${Math.round(x + distance * Math.cos(angle))} ${Math.round(y + distance * Math.sin(angle))}`;
  });
  return `POLYGON ((${[...corners, corners[0]].join(", ")}))`;
}
