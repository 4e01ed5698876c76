// @vitest-environment happy-dom
import { act, cleanup, render, renderHook } from "@testing-library/react";
import { type RefObject, Suspense, startTransition, useEffect, useLayoutEffect, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { useLatest } from "./useLatest.ts";

afterEach(cleanup);

interface ChildProps {
  readonly latest: RefObject<number>;
  readonly seen: string[];
}

function Child({ latest, seen }: ChildProps) {
  useLayoutEffect(() => void seen.push(`layout ${latest.current}`));
  useEffect(() => void seen.push(`effect ${latest.current}`));
  return null;
}

function Parent({ value, seen }: { readonly value: number; readonly seen: string[] }) {
  return <Child latest={useLatest(value)} seen={seen} />;
}

interface Probe {
  latest: RefObject<number> | null;
  rendered: number;
  setValue: (value: number) => void;
}

const never = new Promise<never>(() => undefined);

function Suspending({ value, probe }: { readonly value: number; readonly probe: Probe }) {
  const latest = useLatest(value);
  probe.latest ??= latest;
  probe.rendered = value;
  if (value === 2) throw never;
  return value;
}

function Suspended({ probe }: { readonly probe: Probe }) {
  const [value, setValue] = useState(1);
  probe.setValue = setValue;
  return (
    <Suspense>
      <Suspending value={value} probe={probe} />
    </Suspense>
  );
}

it("returns one ref, with the value of the last render", () => {
  const { result, rerender } = renderHook(({ value }) => useLatest(value), { initialProps: { value: 1 } });
  const first = result.current;
  expect(first.current).toBe(1);
  rerender({ value: 2 });
  expect(result.current).toBe(first);
  expect(first.current).toBe(2);
});

it("has the new value in the effects and the layout effects of children", () => {
  const seen: string[] = [];
  const { rerender } = render(<Parent value={1} seen={seen} />);
  rerender(<Parent value={2} seen={seen} />);
  expect(seen).toEqual(["layout 1", "effect 1", "layout 2", "effect 2"]);
});

it("keeps the value of the last committed render while a later one is suspended", async () => {
  const probe: Probe = { latest: null, rendered: 0, setValue: () => undefined };
  render(<Suspended probe={probe} />);
  await act(async () => startTransition(() => probe.setValue(2)));
  expect(probe.rendered).toBe(2);
  expect(probe.latest?.current).toBe(1);
});

it("keeps a change between two renders until the next render", () => {
  const { result, rerender } = renderHook(({ value }) => useLatest(value), { initialProps: { value: 1 } });
  result.current.current = 5;
  expect(result.current.current).toBe(5);
  rerender({ value: 2 });
  expect(result.current.current).toBe(2);
});
