// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { FieldInput } from "./FieldInput.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));

afterEach(cleanup);

it("a country is chosen by name out of 249, and stored as its code", async () => {
  const change = vi.fn();
  const field = { id: 3, title: "Origin", fieldType: "country", isRequired: false, isSystem: false, defaultValues: [] };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <FieldInput field={field as never} value="" error={null} onChange={change} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByLabelText("Origin", { selector: "input" }));
  const austria = await screen.findByText("Austria");
  expect(document.querySelectorAll("[role=option]")).toHaveLength(249);
  fireEvent.click(austria);
  expect(change).toHaveBeenCalledWith("AT");
});
