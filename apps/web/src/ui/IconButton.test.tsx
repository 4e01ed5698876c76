// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { IconButton } from "./IconButton.tsx";

afterEach(cleanup);

const show = (button: Partial<Parameters<typeof IconButton>[0]>) => {
  const onClick = vi.fn();
  render(
    <MantineProvider>
      <IconButton icon={IconTrash} iconSizePx={18} label="Delete" onClick={onClick} {...button} />
    </MantineProvider>,
  );
  return { onClick, shown: screen.getByRole("button", { name: "Delete" }) };
};

it("runs its action", () => {
  const { onClick, shown } = show({});
  fireEvent.click(shown);
  expect(onClick).toHaveBeenCalledOnce();
  expect(shown.getAttribute("aria-disabled")).toBe("false");
});

it("can be focused while it is disabled, and does not run its action", () => {
  const onDisabledClick = vi.fn();
  const { onClick, shown } = show({ isDisabled: true, onDisabledClick });
  shown.focus();
  expect(document.activeElement).toBe(shown);
  fireEvent.click(shown);
  expect(onClick).not.toHaveBeenCalled();
  expect(onDisabledClick).toHaveBeenCalledOnce();
  expect(shown.getAttribute("aria-disabled")).toBe("true");
  expect(shown.hasAttribute("disabled")).toBe(false);
});
