/** A learner at a human pace: every few seconds it answers a question, draws on the slide, or opens a part of it. */
import { Agent } from "node:http";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { Sitting } from "../exam/exam.ts";
import { LearnerAtWork, type Work } from "../learner-at-work.ts";
import { pause, type ServerUnderTest } from "../server-under-test.ts";

const PAUSE_MS = { min: 2_000, max: 6_000 };
const SHARES = { answers: 0.6, drawings: 0.2 };
/** Columns and rows of tiles in view. */
const VIEW = { columns: 3, rows: 3 };
const agent = new Agent({ keepAlive: true });

export class SoakLearner extends LearnerAtWork {
  readonly sitting: Sitting;

  constructor(server: ServerUnderTest, { quizId, ...work }: Omit<Work, "agent"> & { readonly quizId: number }) {
    super(server, { ...work, agent });
    this.sitting = new Sitting(server, quizId, work.learner);
  }

  /** @param startWithinMs a random part of this time passes first. */
  async live(isOver: () => boolean, startWithinMs: number): Promise<void> {
    await pause(Math.random() * startWithinMs);
    await this.sitting.start();
    while (!isOver()) {
      const chance = Math.random();
      if (chance < SHARES.answers) await this.timed(() => this.sitting.save());
      else if (chance < SHARES.answers + SHARES.drawings) await this.draw();
      else await this.#viewSlide();
      await pause(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min));
    }
  }

  /** Requests the slide's facts, then the tiles in view, somewhere on its first level. */
  async #viewSlide(): Promise<void> {
    const image = (await this.call("GET", `/v2/image/${this.imageId}`)) as Image | null;
    const [level] = image?.slideInformation?.levels ?? [];
    const template = image?.slideInformation?.tilesMapUrl;
    if (!level || !template) return;
    const columns = Math.ceil(level.width / level.tileWidth);
    const rows = Math.ceil(level.height / level.tileHeight);
    const left = Math.floor(Math.random() * Math.max(1, columns - VIEW.columns + 1));
    const top = Math.floor(Math.random() * Math.max(1, rows - VIEW.rows + 1));
    const paths = Array.from({ length: VIEW.columns * VIEW.rows }, (_, index) => ({
      x: left + (index % VIEW.columns),
      y: top + Math.floor(index / VIEW.columns),
    }))
      .filter(({ x, y }) => x < columns && y < rows)
      .map(({ x, y }) => template.replace("{z}", "0").replace("{x}", String(x)).replace("{y}", String(y)));
    await Promise.all(paths.map((path) => this.open(path)));
  }
}
