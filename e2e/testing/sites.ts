/**
 * The site of a test: a separate one, which contains only the people of PEOPLE. The tests of a file or a group share
 * one if they call `shareSite`, because `beforeAll` creates content for all of them.
 *
 * Servers that a test starts itself have their people on the first site, with sign-in by password.
 */
import { openJourneySites } from "../../apps/server/src/testing/journey-sites.ts";
import { loginOf, PEOPLE, type Person } from "./people.ts";
import { DEMO_PASSWORD } from "./running-server.ts";
import { findSharedServer, sharedServer } from "./shared-server.ts";
import { fileSettings } from "./stored-files.ts";

const FIRST_SITE_ID = 1;

interface Site {
  readonly id: number;
  readonly userIds: ReadonlyMap<Person, number>;
  /** Tokens of the sessions used by calls outside the browser. */
  readonly tokens: Map<Person, Promise<string>>;
}

let builder: ReturnType<typeof openJourneySites> | undefined;
let own: Site | undefined;
let shared: Site | undefined;

const sites = (): ReturnType<typeof openJourneySites> => {
  const { dataFolder } = sharedServer();
  builder ??= openJourneySites(dataFolder, { password: DEMO_PASSWORD, environment: fileSettings(dataFolder) });
  return builder;
};

export const isSharedServer = (serverUrl: string): boolean => findSharedServer()?.url === serverUrl;

async function addSite(): Promise<Site> {
  const people = PEOPLE.map(({ name, role, displayName }) => ({ email: loginOf(name), role, displayName }));
  const { siteId, userIds } = await (await sites()).add(people);
  return {
    id: siteId,
    userIds: new Map(PEOPLE.map(({ name }, index) => [name, userIds[index] as number])),
    tokens: new Map(),
  };
}

/** Creates a site for a test, unless it shares one; `use` runs the test. */
export async function withOwnSite(use: () => Promise<void>): Promise<void> {
  if (!shared) own = await addSite();
  await use();
  own = undefined;
}

/** Closes what the worker has opened. */
export async function closeSites(): Promise<void> {
  await (await builder)?.close();
  builder = undefined;
}

/** The parts of Playwright's `test` that `shareSite` needs. */
interface Hooks {
  beforeAll(work: () => Promise<void>): void;
  afterAll(work: () => void): void;
}

/**
 * From here to the end of the file or group, its tests have one site: call it before the `beforeAll` that creates
 * content.
 */
export function shareSiteBy(hooks: Hooks): void {
  hooks.beforeAll(async () => {
    shared = await addSite();
  });
  hooks.afterAll(() => {
    shared = undefined;
  });
}

function site(): Site {
  const found = shared ?? own;
  if (!found) throw new Error("There is no site yet: a file whose beforeAll places content calls shareSite first.");
  return found;
}

export const siteId = (): number => site().id;

/** @param path within the test's site, from its slash on: `/manage?item=3` becomes `/s12/manage?item=3`. */
export function sitePath(path: string, serverUrl = sharedServer().url): string {
  return `/s${isSharedServer(serverUrl) ? site().id : FIRST_SITE_ID}${path}`;
}

/** Opens a new session. @returns its token. */
export async function openSessionOf(person: Person, serverUrl: string): Promise<string> {
  if (!isSharedServer(serverUrl)) return signInByPassword(person, serverUrl);
  const { id, userIds } = site();
  return (await sites()).openSession(id, userIds.get(person) as number);
}

/** The session for calls outside the browser, the same for each call. @returns its token. */
export function sessionOf(person: Person, serverUrl: string): Promise<string> {
  if (!isSharedServer(serverUrl)) return signInByPassword(person, serverUrl);
  const { tokens } = site();
  const token = tokens.get(person) ?? openSessionOf(person, serverUrl);
  tokens.set(person, token);
  return token;
}

async function signInByPassword(person: Person, serverUrl: string): Promise<string> {
  const answer = await fetch(`${serverUrl}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ login: loginOf(person), password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Signing in as ${person} was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

/**
 * Adds a slide file to a course of the test's site, as if uploaded by its teacher.
 *
 * @param slide.filename original name; default: the file's own name.
 * @returns the image's ID.
 */
export async function adoptSlide(slide: { path: string; filename?: string; parentId: number }): Promise<number> {
  const { id, userIds } = site();
  return (await sites()).adoptSlide(id, { ...slide, userId: userIds.get("teacher") as number });
}
