/**
 * The theme, in the colours of the stains: hematoxylin for actions, eosin for the user's own and for live content, warm
 * white pages.
 *
 * Source: design, "Look". Colours were checked for WCAG 2.2 AA (4.5:1 for text) in both schemes.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from "@mantine/core";

const hematoxylin: MantineColorsTuple = [
  "#f4f2fb",
  "#e6e2f4",
  "#cbc4e8",
  "#aea3da",
  "#9488cd",
  "#7d6fbf",
  "#6457aa",
  "#4b3f8f",
  "#3b3173",
  "#2a2356",
];
const eosin: MantineColorsTuple = [
  "#fdf1f6",
  "#fadde8",
  "#f4bcd1",
  "#ec97b8",
  "#e273a0",
  "#d6578b",
  "#c8447a",
  "#a93264",
  "#872750",
  "#651d3c",
];
/** Work groups and success. */
const teal: MantineColorsTuple = [
  "#eaf7f6",
  "#d1ecea",
  "#a5d9d5",
  "#76c4be",
  "#4bada6",
  "#2d958e",
  "#1d7d77",
  "#136560",
  "#0d4f4b",
  "#093a37",
];
/** Student annotations and pending states. */
const amber: MantineColorsTuple = [
  "#fdf6e6",
  "#faeac4",
  "#f4d58b",
  "#edbf53",
  "#e0a528",
  "#c98b13",
  "#a9720b",
  "#865908",
  "#654306",
  "#483004",
];
const red: MantineColorsTuple = [
  "#fdf0ee",
  "#fadcd8",
  "#f4b7af",
  "#ec8f84",
  "#e26b5d",
  "#d24d3e",
  "#b93a2c",
  "#9a2d21",
  "#7a2319",
  "#5b1a13",
];
/** Warm, so that pages resemble paper. */
const gray: MantineColorsTuple = [
  "#faf8f5",
  "#f4f1ec",
  "#e9e5de",
  "#dad5cc",
  "#c2bcb1",
  "#99928a",
  "#6d6760",
  "#524d47",
  "#38342f",
  "#231f1c",
];
/** Almost neutral: it surrounds slides, where a tint would change how stains are perceived. */
const dark: MantineColorsTuple = [
  "#eae8e6",
  "#cbc8c5",
  "#a8a5a1",
  "#85827e",
  "#4d4b49",
  "#3b3938",
  "#2a2928",
  "#1f1e1d",
  "#181717",
  "#121111",
];

export const theme = createTheme({
  colors: { hematoxylin, eosin, teal, amber, red, gray, dark },
  primaryColor: "hematoxylin",
  primaryShade: { light: 7, dark: 6 },
  white: "#ffffff",
  black: "#1f1b22",
  fontFamily: "'Source Sans 3 Variable', 'Source Sans 3', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: "0.8125rem", sm: "0.9375rem", md: "1rem", lg: "1.125rem", xl: "1.375rem" },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.4" },
  headings: {
    fontWeight: "620",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "2rem", lineHeight: "1.2" },
      h2: { fontSize: "1.375rem", lineHeight: "1.3" },
      h3: { fontSize: "1.125rem", lineHeight: "1.35" },
    },
  },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "3px", sm: "4px", md: "6px", lg: "8px", xl: "12px" },
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  shadows: {
    xs: "0 1px 2px rgb(35 31 28 / 0.06)",
    sm: "0 1px 3px rgb(35 31 28 / 0.08), 0 1px 2px rgb(35 31 28 / 0.05)",
    md: "0 4px 16px rgb(35 31 28 / 0.1)",
    lg: "0 8px 28px rgb(35 31 28 / 0.13)",
    xl: "0 16px 48px rgb(35 31 28 / 0.16)",
  },
  components: {
    // By name instead of an import, which would load its positioning code before the first page.
    Tooltip: {
      defaultProps: {
        openDelay: 350,
        transitionProps: { duration: 120 },
        events: { hover: true, focus: true, touch: false },
      },
    },
    Button: { defaultProps: { size: "sm" } },
    // Sentence case, like all texts.
    Badge: { defaultProps: { tt: "none" } },
    ActionIcon: { defaultProps: { variant: "subtle", size: 36, color: "gray" } },
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 150 }, overlayProps: { backgroundOpacity: 0.4 } },
    },
    Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: "md" } },
  },
});

/** The key is also used by public/first-paint.js. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: "parfocal-colour-scheme" });

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    "--page-width": "72rem",
    "--header-height": "3.5rem",
    "--slide-header-height": "3rem",
  },
  light: {
    "--mantine-color-body": "#fdfcfa",
    "--mantine-color-dimmed": gray[6],
    "--mantine-color-default-border": gray[3],
    "--mantine-color-error": red[6],
    "--surface": "#ffffff",
    "--line": gray[2],
    "--line-strong": gray[3],
    "--quiet": gray[1],
    "--link": "var(--mantine-primary-color-7)",
  },
  dark: {
    "--mantine-color-body": dark[7],
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-default-border": dark[4],
    "--mantine-color-error": red[3],
    "--surface": dark[6],
    "--line": dark[5],
    "--line-strong": dark[4],
    "--quiet": dark[6],
    "--link": "var(--mantine-primary-color-3)",
  },
});
