/** A learner in a lecture: opens the slide, then pans and zooms at a human pace; some also draw. */
import { Agent } from "node:http";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { LearnerAtWork, type Work } from "../../lab/learner-at-work.ts";
import { pause, type ServerUnderTest } from "../../lab/server-under-test.ts";
import type { Sample } from "../../lab/soak/trends.ts";

/** Columns and rows of tiles of 256 px in a window of 1920 x 1080. */
const VIEW = { columns: 8, rows: 5 };
const CONNECTIONS_OF_A_BROWSER = 6;
const PAUSE_MS = { min: 1_500, max: 3_500 };
/** Of the movements; the others pan. */
const ZOOM_SHARE = 0.15;
const MAX_PAN_TILES = 2;
/** Of the movements of a learner who draws. */
const DRAWN_SHARE = 0.4;

export interface HallWork extends Omit<Work, "agent"> {
  readonly slidePath: string;
  readonly draws: boolean;
  /** Duration of each page. */
  readonly pages: Sample[];
  /** Duration of each tile. */
  readonly tiles: Sample[];
  /** Time from the request of the page until all tiles in view have arrived. */
  readonly openings: Sample[];
}

interface Place {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** The answer of `GET /v2/image/{id}` among those that the server writes into the page of a slide. */
function findImage(html: string): Image | null {
  const answers = JSON.parse(/id="first-answers">([^<]*)</.exec(html)?.[1] ?? "{}") as Record<string, unknown>;
  const path = Object.keys(answers).find((each) => each.startsWith("/api/v2/image/"));
  return path === undefined ? null : (answers[path] as Image);
}

export class HallLearner extends LearnerAtWork {
  readonly #hall: HallWork;
  /** Tiles that the browser has in its cache. */
  readonly #seen = new Set<string>();
  #template = "";
  /** Columns and rows of tiles of each level, level 0 first. */
  #sizes: readonly { readonly columns: number; readonly rows: number }[] = [];
  /** Level and upper left tile of the view. */
  #place: Place = { z: 0, x: 0, y: 0 };

  constructor(server: ServerUnderTest, hall: HallWork) {
    super(server, { ...hall, agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS_OF_A_BROWSER }) });
    this.#hall = hall;
  }

  /** @param openAfterMs delay of the first request. */
  async listen(openAfterMs: number, isOver: () => boolean): Promise<void> {
    await pause(openAfterMs);
    await this.timed(() => this.#openSlide(), this.#hall.openings);
    while (!isOver()) {
      await pause(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min));
      if (this.#hall.draws && Math.random() < DRAWN_SHARE) await this.draw();
      else await this.#moveTo(Math.random() < ZOOM_SHARE ? this.#zoomed() : this.#panned());
    }
  }

  /** The page, which contains the facts of the slide, then the whole slide in view. */
  async #openSlide(): Promise<void> {
    const page = await this.open(this.#hall.slidePath, this.#hall.pages);
    const image = findImage(page.toString());
    if (!image && page.length > 0) this.recorder.faults.push("a page without the facts of its slide");
    const { levels = [], tilesMapUrl } = image?.slideInformation ?? {};
    this.#template = tilesMapUrl ?? "";
    this.#sizes = levels.map(({ width, height, tileWidth, tileHeight }) => ({
      columns: Math.ceil(width / tileWidth),
      rows: Math.ceil(height / tileHeight),
    }));
    const z = this.#sizes.findIndex(({ columns, rows }) => columns <= VIEW.columns || rows <= VIEW.rows);
    await this.#moveTo({ z: z < 0 ? this.#sizes.length - 1 : z, x: 0, y: 0 });
  }

  #panned(): Place {
    const step = () => Math.round((2 * Math.random() - 1) * MAX_PAN_TILES);
    const { z, x, y } = this.#place;
    return { z, x: x + step(), y: y + step() };
  }

  /** One level, mostly towards more detail; the middle of the view stays. */
  #zoomed(): Place {
    const { z, x, y } = this.#place;
    const isCloser = z > 0 && Math.random() < 0.7;
    const factor = isCloser ? 2 : 0.5;
    const next = (start: number, length: number) => Math.round((start + length / 2) * factor - length / 2);
    return { z: isCloser ? z - 1 : z + 1, x: next(x, VIEW.columns), y: next(y, VIEW.rows) };
  }

  /** Requests the tiles in view that are new. */
  async #moveTo(place: Place): Promise<void> {
    const z = Math.min(place.z, this.#sizes.length - 1);
    const size = this.#sizes[z];
    if (!size) return;
    const x = Math.max(0, Math.min(place.x, size.columns - VIEW.columns));
    const y = Math.max(0, Math.min(place.y, size.rows - VIEW.rows));
    this.#place = { z, x, y };
    const paths = Array.from({ length: VIEW.columns * VIEW.rows }, (_, index) => ({
      column: x + (index % VIEW.columns),
      row: y + Math.floor(index / VIEW.columns),
    }))
      .filter(({ column, row }) => column < size.columns && row < size.rows)
      .map(({ column, row }) =>
        this.#template.replace("{z}", String(z)).replace("{x}", String(column)).replace("{y}", String(row)),
      )
      .filter((path) => !this.#seen.has(path));
    for (const path of paths) this.#seen.add(path);
    await Promise.all(paths.map((path) => this.open(path, this.#hall.tiles)));
  }
}
