/** A running server of a checkout with one course, and its main pages. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import type { BrowserContext } from "@playwright/test";

export interface BenchPage {
  readonly name: string;
  readonly path: string;
  /** A selector: when it matches, the page shows its main content. */
  readonly mark: string;
  /** Login of the visitor; null: a guest. */
  readonly login: string | null;
}

export interface BenchSite {
  /** Without a trailing slash. */
  readonly url: string;
  readonly pages: readonly BenchPage[];
  signIn(context: BrowserContext, login: string): Promise<void>;
  stop(): Promise<void>;
}

interface ServerModule {
  readonly DEMO_PASSWORD: string;
  startQuietServer(): Promise<{ readonly url: string; stop(): Promise<void> }>;
}

interface Created {
  readonly id: number;
}

const TEACHER = "teacher@demo.test";
const LEARNER = "learner@demo.test";

/** @param root of the checkout, whose pages are built. @param slideFile a pyramid that does not need conversion. */
export async function startBenchSite(root: string, slideFile: string): Promise<BenchSite> {
  const { DEMO_PASSWORD, startQuietServer } = (await import(
    join(root, "e2e/testing/running-server.ts")
  )) as ServerModule;
  const server = await startQuietServer();
  const signInAs = async (login: string) => {
    const answer = await fetch(`${server.url}/api/session`, {
      method: "POST",
      headers: { origin: server.url, "content-type": "application/json" },
      body: JSON.stringify({ login, password: DEMO_PASSWORD }),
    });
    if (!answer.ok) throw new Error(`Signing in failed with ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { token: string }).token;
  };
  const token = await signInAs(TEACHER);
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { "x-site-token": token, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} failed with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const { id: courseId } = await call<Created>("POST", "/v2/course", { title: "Kidney course" });
  const imageId = await uploadSlide(server.url, token, slideFile, courseId, call);
  const secondId = await uploadSlide(server.url, token, slideFile, courseId, call);
  const folder = await call<Created>("POST", "/v2/folder", { title: "Kidney folder", parentId: courseId });
  const { id: caseId } = await call<Created>("POST", "/v2/case", {
    title: "Kidney case",
    parentId: courseId,
    imageIds: [imageId, secondId],
  });
  const at = (step: string) => `/s1/course${courseId}/${step}`;
  const card = `a[href*="/course${courseId}/"]`;
  return {
    url: server.url,
    pages: [
      { name: "sign-in", path: "/sign-in", mark: "input[type=password]", login: null },
      { name: "home", path: "/s1/", mark: `main ${card}`, login: LEARNER },
      { name: "course", path: at(""), mark: `main a[href*="/i${imageId}/"]`, login: LEARNER },
      { name: "slide", path: at(`i${imageId}/`), mark: "[role=application][data-sharp]", login: LEARNER },
      {
        name: "case",
        path: at(`c${caseId}/`),
        mark: "main:has([role=application][data-sharp]):not(:has([role=application]:not([data-sharp])))",
        login: LEARNER,
      },
      {
        name: "manager",
        path: `/s1/manage?item=${folder.id}&in=${courseId}`,
        mark: "[role=treeitem][aria-selected=true]",
        login: TEACHER,
      },
      { name: "search", path: "/s1/search?q=kidney", mark: `main a[href*="/i${imageId}/"]`, login: LEARNER },
    ],
    async signIn(context, login) {
      await context.addCookies([
        { name: "sid", value: await signInAs(login), domain: "127.0.0.1", path: "/", httpOnly: true, sameSite: "Lax" },
      ]);
    },
    stop: () => server.stop(),
  };
}

type CallApi = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

async function uploadSlide(url: string, token: string, file: string, parentId: number, call: CallApi): Promise<number> {
  const bytes = await readFile(file);
  const { id, chunkBytes, chunkCount } = await call<Upload>("POST", "/v2/upload", {
    filename: "kidney.tif",
    bytes: bytes.length,
    parentId,
  });
  for (let number = 0; number < chunkCount; number += 1) {
    const chunk = bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes);
    const digest = createHash("sha256").update(chunk).digest("base64");
    const answer = await fetch(`${url}/api/v2/upload/${id}/chunk/${number}`, {
      method: "PUT",
      headers: {
        "x-site-token": token,
        "content-type": "application/octet-stream",
        "content-digest": `sha-256=:${digest}:`,
      },
      body: chunk,
    });
    if (!answer.ok) throw new Error(`A chunk was refused with ${answer.status}: ${await answer.text()}`);
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await call("POST", `/v2/upload/${id}/finish`, { sha256 });
  for (;;) {
    const { imageId } = await call<Upload>("GET", `/v2/upload/${id}`);
    if (imageId !== null && (await call<{ state: string }>("GET", `/v2/image/${imageId}`)).state === "ready")
      return imageId;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
