/** Durations of a run: its stages and its slowest tests, as Markdown tables. */

export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

const SHOWN = 10;

export class StageTimes {
  readonly #stages: Timed[] = [];

  async measure<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#stages.push({ name, seconds: (performance.now() - startedAt) / 1000 });
    }
  }

  get stages(): readonly Timed[] {
    return this.#stages;
  }
}

export function describeStages(stages: readonly Timed[]): string[] {
  const sum = stages.reduce((seconds, stage) => seconds + stage.seconds, 0);
  return table("stage", [...stages, { name: "all", seconds: sum }]);
}

export function describeSlowest(title: string, timed: readonly Timed[]): string[] {
  const slowest = [...timed].sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  return table(`the slowest ${title}`, slowest);
}

function table(title: string, rows: readonly Timed[]): string[] {
  if (rows.length === 0) return [];
  const cells = rows.map(({ name, seconds }) => `| ${name.replaceAll("|", "\\|")} | ${seconds.toFixed(1)} |`);
  return ["", `| ${title} | s |`, "|---|--:|", ...cells];
}
