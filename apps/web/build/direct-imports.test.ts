import { expect, it } from "vitest";
import { importDirectly } from "./direct-imports.ts";

const origins = new Map([
  ["Button", { file: "/m/Button.mjs", name: "Button" }],
  ["IconX", { file: "/m/IconX.mjs", name: "default" }],
]);
const direct = (code: string) => importDirectly(code, (library) => (library === "components" ? origins : undefined));

it("imports each name from the file that exports it, under its local name", () => {
  expect(direct(`import { Button as Knob, IconX } from "components";\nrun();`)).toBe(
    `import { Button as Knob } from "/m/Button.mjs"; import { default as IconX } from "/m/IconX.mjs";\nrun();`,
  );
});

it("omits types, and leaves unknown imports alone", () => {
  expect(direct(`import { type ButtonProps, Button, Rare } from "components";`)).toBe(
    `import { Button as Button } from "/m/Button.mjs"; import { Rare } from "components";`,
  );
  for (const code of [`import { Button } from "other";`, `import type { Button } from "components";`])
    expect(direct(code)).toBe(code);
});
