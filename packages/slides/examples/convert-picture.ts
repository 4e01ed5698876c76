/**
 * Makes a slide of any picture or archive that is read, in processes of their own.
 *
 * Usage: node examples/convert-picture.ts INPUT OUTPUT
 */
import { convertSlideFile } from "@parfocal/slides/convert-slide-file.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";

const [input, output] = process.argv.slice(2);
try {
  const isMade = await convertSlideFile(input!, output!, {
    onProgress: (done) => process.stderr.write(`\r${Math.round(done * 100)} %`),
  });
  console.log(isMade ? `\n${output} is a slide.` : "It is one as it is; no file was made.");
} catch (error) {
  if (!(error instanceof SlideFileError)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
