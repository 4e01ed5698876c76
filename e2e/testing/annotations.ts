/** Annotations that are on the server before a journey begins. */
import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import { callsOf } from "./api.ts";
import { type Person, serverOfTheRun } from "./journey.ts";

/** A square of 100 px; slide pixels. */
function squareAt(x: number, y: number): string {
  return `POLYGON ((${x} ${y}, ${x + 100} ${y}, ${x + 100} ${y + 100}, ${x} ${y + 100}, ${x} ${y}))`;
}

/** Creates annotations side by side, in this order. */
export async function placeAnnotations(
  person: Person,
  imageId: number,
  titles: readonly string[],
  serverUrl = serverOfTheRun(),
): Promise<Annotation[]> {
  const api = await callsOf(person, serverUrl);
  const placed: Annotation[] = [];
  for (const [index, title] of titles.entries()) {
    const geometry = squareAt(60 + 160 * index, person === "expert" ? 200 : 600);
    placed.push(await api.call("POST", "/v2/annotation", { imageId, typeId: 211, title, geometry }));
  }
  return placed;
}
