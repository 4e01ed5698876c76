/**
 * Before each test file of a project `*-mocked`: an empty document, and modules of the repository are read anew. So mocks of
 * one file, which Vitest forgets at its end, do not stay in modules that were read with them. Libraries stay as they were.
 */
import "./empty-document.ts";
import { vi } from "vitest";

vi.resetModules();
