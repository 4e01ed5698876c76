/** Assembles the tiles of a level, as a viewer would show them. */
import { copyPicture, type RawPicture } from "../codec/raw-picture.ts";
import { readColourTile } from "../picture/colour-tile.ts";
import { type SlideSource, tileGridOf } from "../slide-source.ts";

export async function assembleLevel(source: SlideSource, level: number): Promise<RawPicture> {
  const facts = source.levels[level]!;
  const { columns, rows } = tileGridOf(facts);
  const { width, height } = facts;
  const whole: RawPicture = { width, height, channels: 3, samples: Buffer.alloc(width * height * 3, 7) };
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const tile = await readColourTile(source, level, x, y);
      copyPicture(tile, whole, x * facts.tileWidth, y * facts.tileHeight);
    }
  }
  return whole;
}
