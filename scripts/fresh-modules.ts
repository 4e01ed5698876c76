/**
 * Before each test file of a project `*-mocked`: resets the document and the repository's modules. So mocks of
 * one file, which Vitest removes at its end, do not remain in modules that were loaded with them. Libraries are kept.
 */
import "./empty-document.ts";
import { vi } from "vitest";

vi.resetModules();
