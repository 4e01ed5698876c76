// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { linkTargetOf } from "#annotation/annotation-link-target.ts";
import { useLinksInPlace } from "./useLinksInPlace.ts";

const [CONTAINER, SHOWN_ID, LINKED_ID, ANNOTATION_ID] = [1, 3, 12, 4];

afterEach(cleanup);

const screens: [screen: string, isSmall: boolean][] = [
  ["a wide screen: opens in place", false],
  ["a small screen: does not", true],
];
for (const [screen, isSmall] of screens) {
  it(`a link to another slide of the case, on ${screen}`, () => {
    const chooseSlide = vi.fn();
    const state = { isSmall, items: [{ id: SHOWN_ID }, { id: LINKED_ID }], chooseSlide };
    const { result } = renderHook(() => useLinksInPlace(state as never));
    const target = linkTargetOf(`/s1/i${LINKED_ID}/?annotation=${ANNOTATION_ID}`, "https://slides.example", SHOWN_ID);
    const opened: boolean[] = [];
    act(() => void opened.push(result.current.open(CONTAINER, SHOWN_ID, target)));
    expect(opened).toEqual([!isSmall]);
    expect(chooseSlide.mock.calls).toEqual(isSmall ? [] : [[CONTAINER, LINKED_ID]]);
    expect(result.current.annotationAt(CONTAINER, LINKED_ID)).toBe(isSmall ? null : ANNOTATION_ID);
  });
}
